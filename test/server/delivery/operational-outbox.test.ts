import { Webhook } from 'svix';
import { describe, expect, test } from 'vitest';
import type { AttemptNoticeData, OperationalNotice } from '../../../src-server/contract/operational-webhook';
import { newSecret } from '../../../src-server/delivery/connection/signing-secret';
import { attemptNoticeType } from '../../../src-server/delivery/operational/operational-notice';
import { type EndpointRecord, PLAIN_ENDPOINT } from '../../../src-server/storage/endpoint-record';
import { OPERATIONAL_APP_ID } from '../../../src-server/storage/operational-application';
import { type DeliveryRig, receiver, rig } from '../../support/delivery-rig';
import type { Receiver } from '../../support/receiver';

async function addOperational(
  engine: DeliveryRig,
  url: string,
  content: Partial<EndpointRecord> = {},
): Promise<EndpointRecord> {
  const record = await engine.endpoints.insert(
    `ep_op${content.uid ?? ''}`,
    OPERATIONAL_APP_ID,
    {
      ...PLAIN_ENDPOINT,
      url,
      secret: newSecret(),
      ...content,
    },
    1,
  );
  engine.delivery.endpointChanged(record);
  return record;
}

const noticesAt = (target: Receiver): OperationalNotice[] =>
  target.arrivals.map(({ body }) => JSON.parse(body.toString()));
const typesAt = (target: Receiver) => noticesAt(target).map(({ type }) => type);
const ONLY_ATTEMPTS = {
  filterTypes: ['message.attempt.failing', 'message.attempt.exhausted', 'message.attempt.recovered'],
};

describe('the notices of an attempt', () => {
  const waiting = { succeeded: false, manual: false, next: { state: 'waiting', dueAt: 1 } } as const;
  const failed = { succeeded: false, manual: false, next: { state: 'failed' } } as const;
  const delivered = { succeeded: true, manual: false, next: { state: 'delivered' } } as const;

  test('failing at the fourth failure and at no other', () => {
    expect([0, 1, 2, 3, 4, 5].map((before) => attemptNoticeType(waiting, before))).toEqual([
      ...[null, null, null, 'message.attempt.failing', null, null],
    ]);
  });
  test('exhausted when no attempt is left, however many there were', () => {
    expect([0, 3, 7].map((before) => attemptNoticeType(failed, before))).toEqual([
      ...['message.attempt.exhausted', 'message.attempt.exhausted', 'message.attempt.exhausted'],
    ]);
  });
  test('recovered when a success follows a reported failure', () => {
    expect([0, 3, 4, 7].map((before) => attemptNoticeType(delivered, before))).toEqual([
      ...[null, null, 'message.attempt.recovered', 'message.attempt.recovered'],
    ]);
  });
  test('none about a resend', () => {
    expect(attemptNoticeType({ ...failed, manual: true }, 0)).toBeNull();
  });
});

test('a failing delivery is reported once as failing and once as recovered, with a signature', async () => {
  const engine = await rig({ scheduleS: [0.01, 0.01, 0.01, 0.01, 0.01, 0.01] });
  const target = await receiver((_, count) => ({ status: count < 6 ? 503 : 200 }));
  const own = await receiver();
  const operational = await addOperational(engine, own.baseUrl, ONLY_ATTEMPTS);
  const endpoint = await engine.addEndpoint(target.baseUrl, { uid: 'shop' });
  const msgId = await engine.send();
  await own.arrived(2);
  const attempts = engine.attempts.filter((attempt) => attempt.endpointId === endpoint.id);
  const about = (at: number) => ({
    ...{ appId: 'app_1', endpointId: endpoint.id, endpointUid: 'shop', msgId },
    lastAttempt: {
      id: attempts[at]?.id,
      responseStatusCode: attempts[at]?.responseStatusCode,
      timestamp: attempts[at]?.timestamp,
    },
  });
  expect(noticesAt(own)).toEqual([
    { type: 'message.attempt.failing', data: about(3) },
    { type: 'message.attempt.recovered', data: about(5) },
  ]);
  for (const { body, headers } of own.arrivals) {
    const verify = (secret: string) => () =>
      new Webhook(secret).verify(body.toString(), headers as Record<string, string>);
    expect(verify(operational.secret)).not.toThrow();
    expect(verify(newSecret())).toThrow();
  }
});

test('a delivery that failed for good is reported, with the identifiers of the sender', async () => {
  const engine = await rig({ scheduleS: [0.01] });
  const target = await receiver(() => ({ status: 500 }));
  const own = await receiver();
  await addOperational(engine, own.baseUrl, ONLY_ATTEMPTS);
  const application = await engine.applications.update('app_1', 2, (application) => ({
    ...application,
    uid: 'acme',
  }));
  if (application) engine.delivery.applicationChanged(application);
  await engine.addEndpoint(target.baseUrl);
  const input = { appId: 'app_1', eventType: 'invoice.paid', payload: '{}', eventId: 'order-7' };
  await engine.delivery.createMessage({ ...input, channels: null, tags: null });
  await own.arrived(1);
  const [notice] = noticesAt(own);
  expect(notice?.type).toBe('message.attempt.exhausted');
  expect(notice?.data as AttemptNoticeData).toMatchObject({ appUid: 'acme', msgEventId: 'order-7' });
});

test('failures of an operational endpoint are not reported, so that no notice causes another', async () => {
  const engine = await rig({ scheduleS: [0.01, 0.01, 0.01, 0.01] });
  const target = await receiver(() => ({ status: 500 }));
  const broken = await receiver(() => ({ status: 500 }));
  const own = await receiver();
  await addOperational(engine, broken.baseUrl, { uid: 'broken' });
  await addOperational(engine, own.baseUrl, { uid: 'own' });
  await engine.addEndpoint(target.baseUrl);
  await engine.send();
  // created, failing and exhausted, five times each at the failing endpoint.
  await broken.arrived(15);
  await own.arrived(3);
  const messages = () => engine.rows<{ count: number }>('SELECT count(*) AS count FROM message');
  expect(await messages()).toEqual([{ count: 4 }]);
  const gone = await engine.endpoints.disable('ep_opbroken', 5, 'receiver');
  expect(gone?.disabled).toBe(true);
  expect(await messages()).toEqual([{ count: 4 }]);
  expect(typesAt(own).sort()).toEqual([
    ...['endpoint.created', 'message.attempt.exhausted', 'message.attempt.failing'],
  ]);
});

test('without an endpoint that wants it, no message is stored', async () => {
  const engine = await rig();
  const target = await receiver(() => ({ status: 500 }));
  await engine.addEndpoint(target.baseUrl);
  await addOperational(engine, target.baseUrl, { filterTypes: ['background_task.finished'] });
  await engine.send();
  await engine.recorded(1);
  expect(await engine.rows('SELECT event_type FROM message')).toEqual([{ event_type: 'invoice.paid' }]);
});

test('a notice is stored with its cause: after a crash both exist, or neither', async () => {
  const engine = await rig({ scheduleS: [] });
  const target = await receiver(() => ({ status: 500 }));
  const own = await receiver();
  await addOperational(engine, own.baseUrl, ONLY_ATTEMPTS);
  await engine.db.write((tx) =>
    tx.run(`CREATE TRIGGER refuse BEFORE INSERT ON delivery WHEN new.endpoint_id = 'ep_op'
      BEGIN SELECT raise(ABORT, 'no'); END`),
  );
  await engine.addEndpoint(target.baseUrl);
  await engine.send();
  await target.arrived(1);
  const state = () => engine.rows<{ state: string }>('SELECT state FROM delivery');
  const attempts = () => engine.rows('SELECT id FROM attempt');
  expect([await state(), await attempts()]).toEqual([[{ state: 'waiting' }], []]);
  await engine.db.write((tx) => tx.run('DROP TRIGGER refuse'));
  await own.arrived(1);
  expect(await engine.rows(`SELECT state FROM delivery WHERE endpoint_id <> 'ep_op'`)).toEqual([
    { state: 'failed' },
  ]);
});

test('a refused change is not reported, and a change is reported with its trigger', async () => {
  const engine = await rig();
  const own = await receiver();
  await addOperational(engine, own.baseUrl);
  const endpoint = await engine.addEndpoint('http://a.test/', { uid: 'taken' });
  await expect(engine.addEndpoint('http://a.test/', { uid: 'taken' })).rejects.toThrow(/uid/);
  await engine.changeEndpoint(endpoint.id, { disabled: true });
  await engine.changeEndpoint(endpoint.id, { disabled: false });
  await engine.endpoints.rotateSecret(endpoint.id, newSecret(), 5, 5, 10);
  await engine.endpoints.disable(endpoint.id, 6, 'receiver');
  await engine.endpoints.delete(endpoint.id, 7);
  await own.arrived(8);
  expect(typesAt(own)).toEqual([
    'endpoint.created',
    'endpoint.updated',
    'endpoint.disabled',
    'endpoint.updated',
    'endpoint.enabled',
    'endpoint.updated',
    'endpoint.disabled',
    'endpoint.deleted',
  ]);
  const names = { appId: 'app_1', endpointId: endpoint.id, endpointUid: 'taken' };
  const disabled = noticesAt(own).filter(({ type }) => type === 'endpoint.disabled');
  expect(disabled.map(({ data }) => data)).toEqual([
    { ...names, trigger: 'manual', reason: 'manual', failSince: null },
    { ...names, trigger: 'automatic', reason: 'receiver', failSince: null },
  ]);
});

test('the end of a task is reported, and waits for an unreachable receiver until after a restart', async () => {
  const engine = await rig({ scheduleS: [0.02, 0.02, 0.02] });
  let isAway = true;
  const own = await receiver(() => ({ status: isAway ? 500 : 200 }));
  await addOperational(engine, own.baseUrl);
  const task = { taskId: 'qtask_1', task: 'endpoint.recover', status: 'finished', data: { messagesSent: 3 } };
  await engine.delivery.taskFinished(task);
  await own.arrived(1);
  await engine.delivery.stop();
  isAway = false;
  const before = own.arrivals.length;
  await engine.restart();
  await own.arrived(before + 1);
  expect(noticesAt(own).at(-1)).toEqual({
    type: 'background_task.finished',
    data: { ...task, data: { messagesSent: 3, messages_sent: 3 } },
  });
});
