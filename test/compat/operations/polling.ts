import { expect } from 'vitest';
import type { Bench } from '../bench';
import { names, type Operation } from '../operation';

const POLLER = '/app/{app}/poller/{poller}';
const SINCE = new Date('2020-01-01T00:00:00Z');

/** A polling endpoint with two messages, as one that has its token reads it. */
async function polled(bench: Bench) {
  const app = await bench.app();
  const { id } = await bench.api('POST', `/app/${app}/polling-endpoint`, {});
  const sent: string[] = [];
  for (const n of [1, 2]) {
    sent.push(await bench.message(app, { payload: { n }, tags: ['t'], channels: ['c'] }));
  }
  const { token } = await bench.api('GET', `/auth/app/${app}/poller/${id}/token`);
  return { app, id, sent, reader: bench.client('2.5', token) };
}

/** The operations of polling endpoints. Their client is one with the token of the polling endpoint. */
export const pollingOperations: readonly Operation[] = [
  {
    route: `GET ${POLLER}`,
    status: 200,
    methods: names('-', 'message.poller.poll'),
    async run(call, bench) {
      const { app, id, sent, reader } = await polled(bench);
      const filters = { limit: 1, eventType: 'order.paid', channel: 'c' };
      const first = await bench.until(async () => {
        const page = await call(app, id, { ...filters, after: SINCE });
        return page.data.length === 1 && page;
      });
      expect(first.data[0]).toMatchObject({ id: sent[0], payload: { n: 1 }, tags: ['t'], channels: ['c'] });
      expect(first.data[0].timestamp).toEqual(expect.any(Date));
      const second = await bench.until(async () => {
        const page = await reader.call('message.poller.poll', app, id, { iterator: first.iterator });
        return page.data.length === 1 && page;
      });
      expect([second.data[0].id, second.done]).toEqual([sent[1], true]);
      const now = await call(app, id);
      expect([now.data, now.done, typeof now.iterator]).toEqual([[], true, 'string']);
    },
  },
  {
    route: `GET ${POLLER}/consumer/{consumer}`,
    status: 200,
    methods: names('-', 'message.poller.consumerPoll'),
    async run(call, bench) {
      const { app, id, sent, reader } = await polled(bench);
      const found: string[] = [];
      let first: string | undefined;
      await bench.until(async () => {
        const page = await call(app, id, 'c', { limit: 1 });
        for (const message of page.data) found.push(message.id);
        first ??= page.data.length > 0 ? page.iterator : undefined;
        return found.length === 2;
      });
      expect(found).toEqual(sent);
      const again = await reader.call('message.poller.consumerPoll', app, id, 'c', { iterator: first });
      expect(again.data.map((message: { id: string }) => message.id)).toEqual([sent[1]]);
    },
  },
  {
    route: `POST ${POLLER}/consumer/{consumer}/seek`,
    status: 200,
    methods: names('-', 'message.poller.consumerSeek'),
    async run(call, bench) {
      const { app, id, sent, reader } = await polled(bench);
      const sought = await call(app, id, 'c', { after: SINCE });
      expect(sought.iterator).toEqual(expect.any(String));
      const found: string[] = [];
      await bench.until(async () => {
        const page = await reader.call('message.poller.consumerPoll', app, id, 'c');
        for (const message of page.data) found.push(message.id);
        return found.length === 2;
      });
      expect(found).toEqual(sent);
      await call(app, id, 'c', { after: new Date(Date.now() + 3_600_000) });
      expect((await reader.call('message.poller.consumerPoll', app, id, 'c')).data).toEqual([]);
    },
  },
];
