import { beforeEach, expect, test } from 'vitest';
import { createApplicationStore } from '../../../src-server/storage/application-store';
import { PLAIN_ENDPOINT } from '../../../src-server/storage/endpoint-record';
import { createEndpointStore } from '../../../src-server/storage/endpoint-store';
import { createDeliveryStore } from '../../../src-server/storage/messages/delivery-store';
import { createMessageArchive } from '../../../src-server/storage/messages/message-archive';
import { createMessageWriter } from '../../../src-server/storage/messages/message-store';
import type { NewMessage } from '../../../src-server/storage/new-message';
import { describeEngines } from '../../support/engines';
import { plainMessage } from '../../support/plain-message';
import { startedForEach } from '../../support/started';

describeEngines('the path of a message', (engine) => {
  const db = startedForEach(engine.create);

  beforeEach(async () => {
    await createApplicationStore(db).insert(
      'app_1',
      { name: 'Acme', uid: null, rateLimit: 10, metadata: {} },
      1000,
    );
    const endpoint = {
      ...PLAIN_ENDPOINT,
      url: 'http://127.0.0.1:1/',
      secret: 'whsec_x',
    };
    await createEndpointStore(db).insert('ep_1', 'app_1', endpoint, 1000);
    await createEndpointStore(db).insert('ep_2', 'app_1', endpoint, 1000);
  });

  function message(id: string, extra: Partial<NewMessage> = {}): NewMessage {
    return plainMessage(id, {
      eventType: 'invoice.paid',
      payload: '{"total": 1.50, "note":"\\u0000 ü"}',
      tags: ['a'],
      createdAt: 2000,
      endpointIds: ['ep_1', 'ep_2'],
      ...extra,
    });
  }

  test('messages stored at once become deliveries in the order they were given', async () => {
    const messages = createMessageWriter(db);
    const results = await Promise.all(['msg_1', 'msg_2', 'msg_3'].map((id) => messages.insert(message(id))));
    expect(results.every((result) => result.kind === 'stored' && result.deliveries.length === 2)).toBe(true);
    const due = await createDeliveryStore(db).listDue('ep_1', 2000, 10);
    expect(due.rows.map((delivery) => delivery.messageId)).toEqual(['msg_1', 'msg_2', 'msg_3']);
  });

  test('a message does not wait for those of another application that go to hundreds of endpoints', async () => {
    const other = { name: 'Other', uid: null, rateLimit: null, metadata: {} };
    await createApplicationStore(db).insert('app_2', other, 1000);
    const messages = createMessageWriter(db);
    const stored: string[] = [];
    const store = (id: string, extra: Partial<NewMessage>) =>
      messages.insert(message(id, extra)).then(({ kind }) => stored.push(`${kind} ${id}`));
    const endpointIds = Array.from({ length: 500 }, (_, n) => `ep_1${n}`);
    const others = ['msg_1', 'msg_2', 'msg_3'].map((id) => store(id, { endpointIds }));
    await Promise.all([...others, store('msg_4', { appId: 'app_2' })]);
    expect(stored).toEqual(['stored msg_4', 'stored msg_1', 'stored msg_2', 'stored msg_3']);
  });

  test('the payload is kept as the text that was received', async () => {
    await createMessageWriter(db).insert(message('msg_1'));
    const [content] = await createDeliveryStore(db).readContents(['msg_1']);
    expect(content?.payload?.toString()).toBe('{"total": 1.50, "note":"\\u0000 ü"}');
  });

  test('a message keeps the trace that it is a part of, beside others in its batch that are in none', async () => {
    const messages = createMessageWriter(db);
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const traces = [
      { traceparent, tracestate: 'a="1\\",b={2}' },
      { traceparent, tracestate: null },
      null,
      undefined,
    ];
    await Promise.all(traces.map((trace, n) => messages.insert(message(`msg_${n}`, { trace }))));
    const ids = traces.map((_, n) => `msg_${n}`);
    const contents = await createDeliveryStore(db).readContents(ids);
    const traceOf = new Map(contents.map(({ id, trace }) => [id, trace]));
    expect(ids.map((id) => traceOf.get(id))).toEqual([traces[0], traces[1], null, null]);
    const archive = createMessageArchive(db);
    const found = await Promise.all(ids.map((id) => archive.get('app_1', id, false)));
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    expect(found.map((record) => record?.traceId)).toEqual([traceId, traceId, null, null]);
  });

  test('a repeated event id stores nothing, also within one batch', async () => {
    const messages = createMessageWriter(db);
    const results = await Promise.all(
      ['msg_1', 'msg_2'].map((id) => messages.insert(message(id, { eventId: 'e' }))),
    );
    expect(results.map((result) => result.kind)).toEqual(['stored', 'repeated-event-id']);
    expect(await createDeliveryStore(db).countWaiting('ep_1')).toBe(1);
  });

  test('a message that was matched to an endpoint deleted meanwhile leaves no delivery behind', async () => {
    await createEndpointStore(db).delete('ep_2', 1500);
    const result = await createMessageWriter(db).insert(message('msg_1'));
    expect(result.kind === 'stored' && result.deliveries.map((delivery) => delivery.endpointId)).toEqual([
      'ep_1',
    ]);
  });

  test('a finished attempt moves its delivery on; a canceled one stays canceled', async () => {
    const deliveries = createDeliveryStore(db);
    await createMessageWriter(db).insert(message('msg_1'));
    const { rows, nextDueAt } = await deliveries.listDue('ep_1', 2000, 1);
    const [first] = rows;
    const [second] = (await deliveries.listDue('ep_2', 2000, 1)).rows;
    expect(nextDueAt).toBe(null);
    await createEndpointStore(db).delete('ep_2', 2100);
    const result = {
      messageId: 'msg_1',
      url: 'http://127.0.0.1:1/',
      succeeded: false,
      responseStatusCode: 500,
      response: 'no',
      exactReason: null,
      responseDurationMs: 3,
      manual: false,
      createdAt: 2100,
      next: { state: 'waiting' as const, dueAt: 7100 },
      finishedAt: 2103,
    };
    await Promise.all([
      deliveries.finish({ ...result, attemptId: 'atmpt_1', deliveryId: first?.id ?? 0, endpointId: 'ep_1' }),
      deliveries.finish({ ...result, attemptId: 'atmpt_2', deliveryId: second?.id ?? 0, endpointId: 'ep_2' }),
    ]);
    expect(await deliveries.listQueues()).toEqual([{ endpointId: 'ep_1', nextDueAt: 7100 }]);
    expect(await deliveries.listDue('ep_1', 7099, 10)).toEqual({ rows: [], nextDueAt: 7100 });
    expect(await deliveries.countWaiting('ep_2')).toBe(0);
    await deliveries.finish({
      ...result,
      attemptId: 'atmpt_3',
      deliveryId: first?.id ?? 0,
      endpointId: 'ep_1',
      succeeded: true,
      next: { state: 'delivered' },
    });
    expect(await deliveries.listQueues()).toEqual([]);
  });
});
