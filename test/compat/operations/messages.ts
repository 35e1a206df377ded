import { expect } from 'vitest';
import type { Bench } from '../bench';
import { names, type Operation } from '../operation';

const MESSAGE = '/app/{app}/msg/{message}';

/** A delivered message: its paths and its attempt. */
async function delivered(bench: Bench) {
  const app = await bench.app();
  const endpoint = await bench.endpoint(app, { uid: 'ep' });
  const message = await bench.message(app, { channels: ['c'], tags: ['t'], eventId: 'e' });
  const [attempt] = await bench.attempts(app, message);
  return { app, endpoint, message, attempt: attempt.id as string };
}
/** Every filter of the lists of attempts, with values that match the message above. */
const filters = () => ({
  limit: 5,
  status: 0,
  eventTypes: ['other', 'order.paid'],
  statusCodeClass: 200,
  channel: 'c',
  tag: 't',
  after: new Date(Date.now() - 3_600_000),
  before: new Date(Date.now() + 60_000),
});

/** The operations of messages. */
export const messageOperations: readonly Operation[] = [
  {
    route: 'POST /app/{app}/msg',
    status: 202,
    methods: names('message.create'),
    async run(call, { app, api }, version) {
      const id = await app();
      const body = { eventType: 'order.paid', eventId: 'e', payload: { n: 1 }, channels: ['c'], tags: ['t'] };
      const made = await call(id, { ...body, payloadRetentionPeriod: 30 }, { idempotencyKey: 'mine' });
      expect(made).toMatchObject({ eventId: 'e', channels: ['c'], tags: ['t'], timestamp: expect.any(Date) });
      // The newest client neither requests the payload nor fills it in.
      expect(made.payload).toEqual(version === '2.5' ? {} : { n: 1 });
      expect((await api('GET', `/app/${id}/msg/e`)).payload).toEqual({ n: 1 });
    },
  },
  {
    route: 'GET /app/{app}/msg',
    status: 200,
    methods: names('message.list'),
    async run(call, bench) {
      const { app, message } = await delivered(bench);
      await bench.message(app, { eventType: 'other' });
      const { status: _, statusCodeClass: __, eventTypes: ___, ...rest } = filters();
      const page = await call(app, { ...rest, eventTypes: ['order.paid', 'x'], withContent: true });
      expect(page.data).toMatchObject([{ id: message, payload: { n: 1 } }]);
      expect((await call(app)).data).toHaveLength(2);
      expect((await call(app, { withContent: false })).data[0].payload).toEqual({});
    },
  },
  {
    route: `GET ${MESSAGE}`,
    status: 200,
    methods: names('message.get'),
    async run(call, bench) {
      const { app, message } = await delivered(bench);
      for (const either of [message, 'e'])
        expect(await call(app, either, { withContent: true })).toMatchObject({
          id: message,
          payload: { n: 1 },
        });
    },
  },
  {
    route: `DELETE ${MESSAGE}/content`,
    status: 204,
    methods: names('message.expungeContent'),
    async run(call, bench) {
      const { app, message } = await delivered(bench);
      expect(await call(app, message)).toBeFalsy();
      expect((await bench.api('GET', `/app/${app}/msg/${message}`)).payload).toEqual({ expired: true });
    },
  },
  {
    route: 'POST /app/{app}/msg/bulk-expunge',
    status: 200,
    methods: names('-', '-', 'message.bulkExpungeContent'),
    async run(call, bench) {
      const { app, message } = await delivered(bench);
      const out = await call(app, { ids: [message, 'nobody'] });
      expect(out.results).toEqual({ [message]: 'expunged', nobody: 'not-found' });
    },
  },
  {
    route: 'POST /app/{app}/msg/expunge-all-contents',
    status: 202,
    methods: names('-', 'message.expungeAllContents'),
    async run(call, bench) {
      const { app, message } = await delivered(bench);
      expect(await call(app)).toMatchObject({ id: expect.any(String), status: 'running' });
      const payload = async () => (await bench.api('GET', `/app/${app}/msg/${message}`)).payload;
      await bench.until(async () => (await payload()).expired);
    },
  },
  {
    route: 'POST /app/{app}/msg/precheck/active',
    status: 200,
    methods: names('-', 'message.precheck'),
    async run(call, { app, endpoint }) {
      const id = await app();
      expect(await call(id, { eventType: 'a' })).toEqual({ active: false });
      await endpoint(id, { channels: ['c'] });
      expect(await call(id, { eventType: 'a', channels: ['c'] })).toEqual({ active: true });
    },
  },
];

/** The operations of attempts. */
export const attemptOperations: readonly Operation[] = [
  {
    route: 'GET /app/{app}/attempt/endpoint/{endpoint}',
    status: 200,
    methods: names('messageAttempt.listByEndpoint'),
    async run(call, bench, version) {
      const { app, endpoint, message, attempt } = await delivered(bench);
      const page = await call(app, 'ep', { ...filters(), withMsg: true, withContent: true });
      expect(page.data).toMatchObject([{ id: attempt, msgId: message, endpointId: endpoint, status: 0 }]);
      expect(page.data[0]).toMatchObject({ response: 'thanks', responseStatusCode: 200, triggerType: 0 });
      if (version !== '1.24') expect(page.data[0].msg).toMatchObject({ id: message, payload: { n: 1 } });
      expect((await call(app, endpoint, { status: 2 })).data).toEqual([]);
    },
  },
  {
    route: 'GET /app/{app}/attempt/msg/{message}',
    status: 200,
    methods: names(
      'messageAttempt.listByMsg messageAttempt.list',
      'messageAttempt.listByMsg',
      'messageAttempt.listByMsg',
    ),
    async run(call, bench) {
      const { app, endpoint, message, attempt } = await delivered(bench);
      const page = await call(app, message, { ...filters(), endpointId: endpoint, withContent: false });
      expect(page.data).toMatchObject([{ id: attempt, timestamp: expect.any(Date) }]);
      expect((await call(app, 'e', { statusCodeClass: 500 })).data).toEqual([]);
    },
  },
  {
    route: `GET ${MESSAGE}/endpoint/{endpoint}/attempt`,
    status: 200,
    methods: names('messageAttempt.listAttemptsForEndpoint', '-'),
    async run(call, bench) {
      const { app, endpoint, message, attempt } = await delivered(bench);
      const page = await call(app, message, endpoint, filters());
      expect(page.data).toMatchObject([{ id: attempt, endpointId: endpoint }]);
    },
  },
  {
    route: 'GET /app/{app}/endpoint/{endpoint}/msg',
    status: 200,
    methods: names('messageAttempt.listAttemptedMessages'),
    async run(call, bench, version) {
      const { app, message } = await delivered(bench);
      const { statusCodeClass: _, ...rest } = filters();
      const page = await call(app, 'ep', rest);
      expect(page.data).toMatchObject([{ id: message, status: 0, eventType: 'order.paid' }]);
      expect(page.data[0].payload).toEqual(version === '2.5' ? {} : { n: 1 });
    },
  },
  {
    route: `GET ${MESSAGE}/endpoint`,
    status: 200,
    methods: names('messageAttempt.listAttemptedDestinations'),
    async run(call, bench) {
      const { app, endpoint, message } = await delivered(bench);
      await bench.api('DELETE', `/app/${app}/endpoint/${endpoint}`);
      const page = await call(app, message, { limit: 5 });
      expect(page.data).toMatchObject([{ id: endpoint, uid: 'ep', status: 0 }]);
    },
  },
  {
    route: `GET ${MESSAGE}/attempt/{attempt}`,
    status: 200,
    methods: names('messageAttempt.get'),
    async run(call, bench) {
      const { app, message, attempt } = await delivered(bench);
      expect(await call(app, message, attempt)).toMatchObject({ id: attempt, msgId: message, status: 0 });
    },
  },
  {
    route: `DELETE ${MESSAGE}/attempt/{attempt}/content`,
    status: 204,
    methods: names('messageAttempt.expungeContent'),
    async run(call, bench) {
      const { app, message, attempt } = await delivered(bench);
      expect(await call(app, message, attempt)).toBeFalsy();
      expect((await bench.attempts(app, message))[0].response).toBe('EXPUNGED');
    },
  },
  {
    route: `POST ${MESSAGE}/endpoint/{endpoint}/resend`,
    status: 202,
    methods: names('messageAttempt.resend'),
    async run(call, bench) {
      const { app, message } = await delivered(bench);
      await call(app, message, 'ep');
      expect((await bench.attempts(app, message, 2))[0]).toMatchObject({ status: 0, triggerType: 1 });
    },
  },
];
