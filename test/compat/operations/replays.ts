import { expect } from 'vitest';
import type { Bench } from '../bench';
import type { Loose, Version } from '../clients';
import { names, type Operation } from '../operation';

const ENDPOINT = '/app/{app}/endpoint/{endpoint}';

/** An application whose endpoint failed once and works again. */
async function failed(bench: Bench) {
  const app = await bench.app();
  const endpoint = await bench.endpoint(app, { url: `${bench.receiver.baseUrl}/fail` });
  const message = await bench.message(app);
  await bench.attempts(app, message);
  await bench.api('PATCH', `/app/${app}/endpoint/${endpoint}`, { url: bench.receiver.baseUrl });
  return { app, endpoint, message, since: new Date(Date.now() - 3_600_000) };
}

/** The result of a call that started a task; the oldest client discards the response. */
function begun(bench: Bench, version: Version, out: Loose, task: string): string {
  const { json } = bench.wire.exchanges.at(-1) ?? {};
  expect(json).toMatchObject({ task, status: 'running', id: expect.stringMatching(/^qtask_/) });
  if (version !== '1.24') expect(out).toMatchObject({ id: json.id, task, updatedAt: expect.any(Date) });
  return json.id;
}

/** The task, once it has ended. */
const ended = (bench: Bench, id: string): Promise<Loose> =>
  bench.until(async () => {
    const task = await bench.api('GET', `/background-task/${id}`);
    return task.status !== 'running' && task;
  });

/** The operations that send again, and those of background tasks. */
export const replayOperations: readonly Operation[] = [
  {
    route: `POST ${ENDPOINT}/recover`,
    status: 202,
    methods: names('endpoint.recover'),
    async run(call, bench, version) {
      const { app, endpoint, message, since } = await failed(bench);
      const id = begun(
        bench,
        version,
        await call(app, endpoint, { since, until: new Date() }),
        'endpoint.recover',
      );
      expect((await ended(bench, id)).data.queued).toBe(1);
      expect((await bench.attempts(app, message, 2))[0].status).toBe(0);
    },
  },
  {
    route: `POST ${ENDPOINT}/replay-missing`,
    status: 202,
    methods: names('endpoint.replayMissing'),
    async run(call, bench, version) {
      const app = await bench.app();
      const message = await bench.message(app);
      const endpoint = await bench.endpoint(app);
      const since = new Date(Date.now() - 3_600_000);
      const id = begun(bench, version, await call(app, endpoint, { since }), 'endpoint.replay');
      expect((await ended(bench, id)).data.queued).toBe(1);
      expect((await bench.attempts(app, message))[0].endpointId).toBe(endpoint);
    },
  },
  {
    route: `POST ${ENDPOINT}/bulk-replay`,
    status: 202,
    methods: names('-', 'endpoint.bulkReplay'),
    async run(call, bench, version) {
      const { app, endpoint, message, since } = await failed(bench);
      const what = { since, eventTypes: ['order.paid'], status: 2, statusCodeClass: 500 };
      const id = begun(bench, version, await call(app, endpoint, what), 'endpoint.bulk-replay');
      expect((await ended(bench, id)).data.queued).toBe(1);
      await bench.attempts(app, message, 2);
    },
  },
  {
    route: 'GET /background-task',
    status: 200,
    methods: names(
      'backgroundTask.listByEndpoint',
      'backgroundTask.list backgroundTask.listByEndpoint',
      'backgroundTask.list',
    ),
    async run(call, bench) {
      const { app, endpoint, since } = await failed(bench);
      const { id } = await bench.api('POST', `/app/${app}/endpoint/${endpoint}/recover`, { since });
      await ended(bench, id);
      const page = await call({
        status: 'finished',
        task: 'endpoint.recover',
        limit: 1,
        order: 'descending',
      });
      expect(page.data).toMatchObject([{ id, status: 'finished', task: 'endpoint.recover' }]);
    },
  },
  {
    route: 'GET /background-task/{task}',
    status: 200,
    methods: names('backgroundTask.get'),
    async run(call, bench) {
      const { app, endpoint, since } = await failed(bench);
      const { id } = await bench.api('POST', `/app/${app}/endpoint/${endpoint}/recover`, { since });
      await ended(bench, id);
      expect(await call(id)).toMatchObject({ id, status: 'finished', data: { queued: 1 } });
    },
  },
  {
    route: 'PUT /stats/usage/event-types',
    status: 202,
    methods: names('statistics.aggregateEventTypes'),
    async run(call, bench) {
      const out = await call();
      expect(out).toMatchObject({ task: 'event-type.aggregate', status: 'running' });
      expect((await ended(bench, out.id)).status).toBe('finished');
    },
  },
  {
    route: 'POST /stats/usage/app',
    status: 202,
    methods: names('statistics.aggregateAppStats'),
    async run(call, bench) {
      const app = await bench.app();
      const since = new Date(Date.now() - 3_600_000);
      const out = await call({ since, until: new Date(), appIds: [app, 'nobody'] });
      expect(out).toMatchObject({ task: 'application.stats', status: 'running' });
      expect(bench.wire.exchanges.at(-1)?.json.unresolvedAppIds).toEqual(['nobody']);
      expect((await ended(bench, out.id)).status).toBe('finished');
    },
  },
];
