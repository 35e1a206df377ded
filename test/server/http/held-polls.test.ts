import { expect, test } from 'vitest';
import type { Principal } from '../../../src-server/access/principal';
import { apiError } from '../../../src-server/base/errors';
import { createIds } from '../../../src-server/base/id';
import { pollingEndpointOperations } from '../../../src-server/contract/operations/polling-endpoints';
import { HELD_POLLS_MAX } from '../../../src-server/contract/polling-endpoint';
import { creationOf } from '../../../src-server/delivery/polled-page';
import { ReadTurns } from '../../../src-server/http/pipeline/read-turns';
import type { RouteInput } from '../../../src-server/http/route';
import { pollerRoutes } from '../../../src-server/http/routes/pollers';
import type { PollingConsumerRecord } from '../../../src-server/storage/installation/polling-consumer-store';
import { FakeClock } from '../../support/fake-clock';

/** The operations of polling on one message at most, which is accepted when the test says so. */
function rig() {
  const clock = new FakeClock();
  const newId = createIds(clock);
  const poller = {
    ...{ id: newId('poll_'), uid: null, description: '', disabled: false },
    ...{ filterTypes: null, channels: null, filter: null, createdAt: clock.now(), updatedAt: clock.now() },
  };
  const message = {
    ...{ id: newId('msg_'), appId: 'app_1', eventId: null, eventType: 'a', payload: '{}', contentType: null },
    ...{
      isExpunged: false,
      channels: null,
      tags: null,
      createdAt: clock.now(),
      deliverAt: null,
      traceId: null,
    },
  };
  const state = {
    isAccepted: false,
    isStopping: false,
    isRevoked: false,
    consumer: undefined as PollingConsumerRecord | undefined,
  };
  const routes = pollerRoutes({
    pollingEndpoints: { get: async (appId, id) => ({ ...poller, appId, id }) },
    pollingConsumers: {
      get: async () => state.consumer,
      async put(_before, after) {
        state.consumer = after;
        return true;
      },
      list: () => Promise.reject(new Error('not asked')),
      delete: () => Promise.reject(new Error('not asked')),
    },
    polledMessages: {
      settledBelow: async () => null,
      listAfter: async (_appId, { afterId }) =>
        state.isAccepted && afterId < message.id ? [{ ...message, bytes: 2 }] : [],
      readContents: async () => [message],
      newest: async () => undefined,
      listIds: () => Promise.reject(new Error('not asked')),
      findAt: () => Promise.reject(new Error('not asked')),
    },
    filterJudge: () => Promise.reject(new Error('there is no filter')),
    readTurns: new ReadTurns(
      clock,
      1,
      () => false,
      () => 0,
    ),
    async authenticate() {
      if (state.isRevoked) throw apiError('authentication_failed', 'Invalid token');
      return principalOf(poller.id, 'app_1');
    },
    config: { retentionDays: 90 },
    isStopping: () => state.isStopping,
    clock,
  });

  /** A poll that waits for half a minute; its result once it has been answered. */
  function poll(operation: { readonly path: string }, pollerId = poller.id, appId = 'app_1') {
    const principal = principalOf(pollerId, appId);
    const gone: (() => void)[] = [];
    const goAway = () => {
      for (const listener of gone) listener();
    };
    const held = { ids: null as readonly string[] | null, refusal: null as unknown, goAway };
    const input = {
      ...{ principal, application: { id: appId }, query: { wait: 30, iterator: creationOf(poller) } },
      params: { poller: pollerId, consumer: 'c' },
      onGone: (listener: () => void) => void gone.push(listener),
    } as unknown as RouteInput;
    const found = routes.find(({ path }) => path === operation.path);
    if (!found) throw new Error('there is no such operation');
    void Promise.resolve(found.handler(input)).then(
      ({ body }) => {
        held.ids = (body as { data: { id: string }[] }).data.map(({ id }) => id);
      },
      (cause) => {
        held.refusal = cause;
      },
    );
    return held;
  }
  return { clock, poller, message, state, poll };
}

function principalOf(pollerId: string, appId: string): Principal {
  const of = { tokenId: `tok_${pollerId}`, appId, pollerId };
  return { kind: 'poller', ...of, featureFlags: [], expiresAt: null };
}

/** Runs everything that is ready to run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test.each([
  ['whose client has gone', true],
  ['of a server that is stopping', false],
])('a held poll %s does not count a message as read that came meanwhile', async (_name, hasGone) => {
  const { clock, poller, message, state, poll } = rig();
  const held = poll(pollingEndpointOperations.pollConsumer);
  await settled();
  expect([held.ids, state.consumer?.position]).toEqual([null, creationOf(poller)]);
  if (hasGone) held.goAway();
  else state.isStopping = true;
  state.isAccepted = true;
  clock.advance(500);
  await settled();
  expect([held.ids, state.consumer?.position]).toEqual([[], creationOf(poller)]);
  state.isStopping = false;
  const next = poll(pollingEndpointOperations.pollConsumer);
  await settled();
  expect([next.ids, state.consumer?.position]).toEqual([[message.id], message.id]);
});

test('a held poll whose token has been revoked is refused within a second, and has read nothing', async () => {
  const { clock, poller, message, state, poll } = rig();
  const held = poll(pollingEndpointOperations.pollConsumer);
  await settled();
  state.isRevoked = true;
  state.isAccepted = true;
  clock.advance(500);
  await settled();
  expect([held.ids, held.refusal]).toEqual([null, expect.objectContaining({ status: 401 })]);
  expect(state.consumer?.position).toBe(creationOf(poller));
  state.isRevoked = false;
  const next = poll(pollingEndpointOperations.pollConsumer);
  await settled();
  expect(next.ids).toEqual([message.id]);
});

test('the polling tokens of an application hold so many polls open together, whichever endpoint they read', async () => {
  const { clock, state, poll } = rig();
  const pollOf = poll.bind(null, pollingEndpointOperations.poll);
  const held = Array.from({ length: HELD_POLLS_MAX }, (_, n) => pollOf(`poll_${n}`));
  await settled();
  const [further, elsewhere] = [pollOf('poll_further'), pollOf('poll_elsewhere', 'app_2')];
  await settled();
  expect([held.map(({ ids }) => ids), further.ids, elsewhere.ids]).toEqual([held.map(() => null), [], null]);
  state.isStopping = true;
  clock.advance(500);
  await settled();
  expect(held.map(({ ids }) => ids)).toEqual(held.map(() => []));
});
