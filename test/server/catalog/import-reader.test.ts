import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../../src-server/base/clock';
import { createLog } from '../../../src-server/base/log';
import { decodeText } from '../../../src-server/base/read-json';
import { createImportReader, type ImportReader } from '../../../src-server/catalog/import-reader';
import type { ImportJobResult } from '../../../src-server/catalog/openapi/import-job';
import { createWorkerPool, type WorkerPool } from '../../../src-server/catalog/workers/worker-pool';
import { buildCatalogWorker } from '../../support/build-catalog-worker';
import { FakeClock } from '../../support/fake-clock';
import { some } from '../../support/share';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';
import { until } from '../../support/until';

const catalog = { names: null, eventTypes: [], baselines: [] };
const job = (body: object) => ({ kind: 'plan' as const, body: Buffer.from(JSON.stringify(body)), catalog });
const caller = { key: 'token 1', allowance: null };
const options = { progressId: null, caller };
const small = { spec: { openapi: '3.1.0', webhooks: { a: { post: { description: 'A' } } } } };

/** GitHub's published description, 4.8 MB with 261 webhooks; in the gate every sixth, which takes long enough. */
const github = (() => {
  const folder = dirname(createRequire(import.meta.url).resolve('@octokit/openapi-webhooks/package.json'));
  const document = JSON.parse(readFileSync(join(folder, 'generated/api.github.com.json'), 'utf8'));
  const all = Object.entries(document.webhooks);
  const sixth = new Set(some(all));
  const taken = all.filter((event) => event[0] === 'ping' || sixth.has(event));
  return {
    count: taken.length,
    text: JSON.stringify({ ...document, webhooks: Object.fromEntries(taken) }),
  };
})();

const responseOf = ({ response }: ImportJobResult) => JSON.parse(decodeText(response));

const built = startedOnce(buildCatalogWorker);
const pools: WorkerPool[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.stop();
});

function reader(worker: URL | null, clock = systemClock): ImportReader {
  const pool = createWorkerPool({ worker, clock, log: createLog('silent') });
  pools.push(pool);
  return createImportReader(pool);
}

test('an import in a worker thread has the same result as in the main thread', async () => {
  const [there, here] = [reader(built.url), reader(null)];
  expect(await there.run(job(small), options)).toEqual(await here.run(job(small), options));
  for (const body of [{ specRaw: '{' }, { specRaw: 'swagger: "2.0"' }, {}]) {
    const refusal = await here.run(job(body), options).catch((cause: unknown) => cause);
    await expect(there.run(job(body), options)).rejects.toEqual(refusal);
  }
});

test('imports wait for each other, and report that they are waiting', async () => {
  const importReader = reader(built.url);
  const first = importReader.run(job({ specRaw: github.text }), { ...options, progressId: 'first' });
  const second = importReader.run(job(small), { ...options, progressId: 'second' });
  expect(importReader.progress()).toMatchObject([
    { progressId: 'first', stage: 'parsing' },
    { progressId: 'second', stage: 'waiting' },
  ]);
  expect(responseOf(await first).counts.new).toBe(github.count);
  expect(responseOf(await second).counts.new).toBe(1);
  expect(importReader.progress()).toEqual([]);
});

test('a disconnected caller ends only its own import, waiting or running', async () => {
  const importReader = reader(built.url);
  const gone: (() => void)[] = [];
  const leaving = { ...options, onGone: (listener: () => void) => void gone.push(listener) };
  const running = importReader.run(job({ specRaw: github.text }), leaving);
  const waiting = importReader.run(job(small), leaving);
  const patient = importReader.run(job(small), options);
  for (const leave of gone) leave();
  await expect(running).rejects.toThrow('closed the connection');
  await expect(waiting).rejects.toThrow('closed the connection');
  expect(responseOf(await patient).counts.new).toBe(1);
  // Some time after the response, all threads have ended.
  for (const leave of gone) leave();
});

test('a document that takes longer than a minute to read is refused, and the next one is read', async () => {
  const clock = new FakeClock();
  const importReader = reader(built.url, clock);
  const endless = importReader.run(job({ specRaw: github.text }), options);
  // Counted from the start of the thread, which takes longer on a busy machine.
  await expect.poll(() => importReader.progress(), { timeout: 15_000 }).toMatchObject([{ stage: 'reading' }]);
  // Time spent waiting for a processor does not count, but ten minutes are the limit in any case.
  clock.advance(600_000);
  await expect(endless).rejects.toThrow('longer than a minute');
  expect(responseOf(await importReader.run(job(small), options)).counts.new).toBe(1);
});

test('stopping the service refuses unfinished imports', async () => {
  const importReader = reader(built.url);
  const running = importReader.run(job({ specRaw: github.text }), options);
  const stopped = expect(running).rejects.toThrow('stopping');
  await pools[0]?.stop();
  await stopped;
  await expect(importReader.run(job(small), options)).rejects.toThrow('stopping');
});

test('a server that reads a large document responds to other requests and reports its progress', async () => {
  const server = await startTestServer({ parts: { catalogWorker: built.url } });
  try {
    const body = { specRaw: github.text, progressId: 'mine' };
    const plan = server.call('POST', '/event-type/import/plan', body);
    // If the main thread read it, a request could be answered before and after, but not meanwhile.
    await until(
      async () => (await server.call('GET', '/event-type/import/progress')).json.data,
      ([seen]) => seen?.progressId === 'mine' && seen.stage === 'reading' && seen.total === github.count,
    );
    expect((await plan).json.counts).toMatchObject({ new: github.count, problem: 0 });
  } finally {
    await server.remove();
  }
}, 60_000);

test('edits made while a document is read are compared before anything is written', async () => {
  const server = await startTestServer({ parts: { catalogWorker: built.url } });
  try {
    const applied = server.call('POST', '/event-type/import/apply', { specRaw: github.text });
    await until(
      async () => (await server.call('GET', '/event-type/import/progress')).json.data,
      ({ length }) => length > 0,
    );
    await server.call('POST', '/event-type', { name: 'ping', description: 'Made meanwhile.' });
    const { json } = await applied;
    expect(json).toMatchObject({ counts: { created: github.count - 1, updated: 1 }, updated: ['ping'] });
    await server.call('POST', `/event-type/import/receipt/${json.id}/undo`);
    const { data } = (await server.call('GET', '/event-type')).json;
    expect(data).toMatchObject([{ name: 'ping', description: 'Made meanwhile.' }]);
  } finally {
    await server.remove();
  }
}, 60_000);

test('reading a document stops when the page disconnects', async () => {
  const server = await startTestServer({ parts: { catalogWorker: built.url } });
  try {
    const progress = async () => (await server.call('GET', '/event-type/import/progress')).json.data;
    const hangUp = new AbortController();
    const pending = fetch(`${server.baseUrl}/api/v1/event-type/import/plan`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.adminToken}`, 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ specRaw: github.text })),
      signal: hangUp.signal,
    }).then(
      () => 'answered',
      () => 'hung up',
    );
    await until(progress, ({ length }) => length > 0);
    hangUp.abort();
    expect(await pending).toBe('hung up');
    await until(progress, ({ length }) => length === 0);
    expect((await server.call('POST', '/event-type/import/plan', small)).status).toBe(200);
  } finally {
    await server.remove();
  }
});
