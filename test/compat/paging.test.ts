import { describe, expect, test } from 'vitest';
import { fileBench } from './bench';
import { type Loose, triedMethods, VERSIONS, type Version } from './clients';
import { names } from './operation';

/**
 * Every list of the API with every client that has it: forwards to the end, beyond it, and backwards to the
 * beginning, with the pages and marks of the end that the clients rely on.
 */

const COUNT = 7;
const LIMIT = 3;
const bench = fileBench();

type Prepare = () => Promise<{
  /** The arguments before the options of the list. */
  readonly parameters: readonly string[];
  /** Ids or names in the order of the list without options. */
  readonly expected: readonly string[];
  readonly options?: object;
}>;

/** Creates objects in sequence and returns their ids. */
async function several(make: (n: number) => Promise<string>): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < COUNT; n++) ids.push(await make(n));
  return ids;
}
const newestFirst = (ids: readonly string[]) => [...ids].reverse();

/** An application with an endpoint and its delivered messages, newest first. */
async function delivered() {
  const app = await bench.app();
  const endpoint = await bench.endpoint(app);
  const messages = newestFirst(await several(() => bench.message(app)));
  const attempts = new Map<string, string>();
  for (const message of messages) attempts.set(message, (await bench.attempts(app, message))[0].id);
  return { app, endpoint, messages, attempts: [...attempts.values()].sort().reverse() };
}

/** A message that was sent to one endpoint repeatedly: its attempts, newest first. */
async function resent() {
  const app = await bench.app();
  const endpoint = await bench.endpoint(app);
  const message = await bench.message(app);
  for (let n = 1; n < COUNT; n++) {
    await bench.attempts(app, message, n);
    await bench.api('POST', `/app/${app}/msg/${message}/endpoint/${endpoint}/resend`);
  }
  const attempts = await bench.attempts(app, message, COUNT);
  return { app, endpoint, message, attempts: attempts.map(({ id }: Loose) => id) };
}

const LISTS: readonly { of: string; by: ReturnType<typeof names>; prepare: Prepare }[] = [
  {
    of: 'event types',
    by: names('eventType.list'),
    async prepare() {
      const { data } = await bench.api('GET', '/event-type?limit=250&include_archived=true');
      for (const { name } of data) await bench.api('DELETE', `/event-type/${name}?expunge=true`);
      const expected = await several(async () => {
        const name = bench.fresh('type');
        await bench.api('POST', '/event-type', { name, description: '' });
        return name;
      });
      return { parameters: [], expected: expected.sort() };
    },
  },
  {
    of: 'applications',
    by: names('application.list'),
    async prepare() {
      const { data } = await bench.api('GET', '/app?limit=250');
      for (const { id } of data) await bench.api('DELETE', `/app/${id}`);
      return { parameters: [], expected: await several(() => bench.app()) };
    },
  },
  {
    of: 'endpoints',
    by: names('endpoint.list'),
    async prepare() {
      const app = await bench.app();
      return { parameters: [app], expected: newestFirst(await several(() => bench.endpoint(app))) };
    },
  },
  {
    of: 'messages',
    by: names('message.list'),
    async prepare() {
      const app = await bench.app();
      return { parameters: [app], expected: newestFirst(await several(() => bench.message(app))) };
    },
  },
  {
    of: 'attempts of an endpoint',
    by: names('messageAttempt.listByEndpoint'),
    async prepare() {
      const { app, endpoint, attempts } = await delivered();
      return { parameters: [app, endpoint], expected: attempts };
    },
  },
  {
    of: 'attempts of a message',
    by: names('messageAttempt.listByMsg messageAttempt.list', 'messageAttempt.listByMsg'),
    async prepare() {
      const { app, message, attempts } = await resent();
      return { parameters: [app, message], expected: attempts };
    },
  },
  {
    of: 'attempts of a message to an endpoint',
    by: names('messageAttempt.listAttemptsForEndpoint', '-'),
    async prepare() {
      const { app, endpoint, message, attempts } = await resent();
      return { parameters: [app, message, endpoint], expected: attempts };
    },
  },
  {
    of: 'messages of an endpoint',
    by: names('messageAttempt.listAttemptedMessages'),
    async prepare() {
      const { app, endpoint, messages } = await delivered();
      return { parameters: [app, endpoint], expected: messages };
    },
  },
  {
    of: 'destinations of a message',
    by: names('messageAttempt.listAttemptedDestinations'),
    async prepare() {
      const app = await bench.app();
      const endpoints = await several(() => bench.endpoint(app));
      return { parameters: [app, await bench.message(app)], expected: endpoints };
    },
  },
  {
    of: 'integrations',
    by: names('integration.list'),
    async prepare() {
      const app = await bench.app();
      const path = `/app/${app}/integration`;
      const ids = await several(async () => (await bench.api('POST', path, { name: 'I' })).id);
      const { data } = await bench.api('GET', path);
      const expected = data[0].id === ids[0] ? ids : newestFirst(ids);
      return { parameters: [app], expected };
    },
  },
  {
    of: 'background tasks',
    by: names(
      'backgroundTask.listByEndpoint',
      'backgroundTask.list backgroundTask.listByEndpoint',
      'backgroundTask.list',
    ),
    async prepare() {
      const made = await several(async () => (await bench.api('PUT', '/stats/usage/event-types')).id);
      const path = '/background-task?limit=250&status=finished';
      const { data } = await bench.until(async () => {
        const page = await bench.api('GET', path);
        const finished = new Set(page.data.map(({ id }: Loose) => id));
        return made.every((id) => finished.has(id)) && page;
      });
      return { parameters: [], expected: data.map(({ id }: Loose) => id) };
    },
  },
  {
    of: 'endpoints of operational webhooks',
    by: names(
      '-',
      'operationalWebhook.endpoint.list operationalWebhookEndpoint.list',
      'operationalWebhook.endpoint.list',
    ),
    async prepare() {
      const path = '/operational-webhook/endpoint';
      const { data } = await bench.api('GET', `${path}?limit=250`);
      for (const { id } of data) await bench.api('DELETE', `${path}/${id}`);
      const url = 'https://operations.test/';
      const ids = await several(async () => (await bench.api('POST', path, { url })).id);
      return { parameters: [], expected: newestFirst(ids) };
    },
  },
];

const key = (row: Loose): string => row.id ?? row.name;

describe.each(VERSIONS)('svix %s', (version: Version) => {
  const lists = LISTS.flatMap(({ of, by, prepare }) =>
    triedMethods(by, version).map((method) => ({ of, method, prepare })),
  );
  test.each(lists)('pages through $of with $method, to the end and back', async ({ method, prepare }) => {
    const { parameters, expected } = await prepare();
    const client = bench.client(version);
    const page = (iterator?: string | null) =>
      client.call(method, ...parameters, { limit: LIMIT, ...(iterator ? { iterator } : {}) });
    const pages: Loose[] = [await page()];
    while (!pages.at(-1).done) pages.push(await page(pages.at(-1).iterator));
    expect(pages.flatMap(({ data }) => data.map(key))).toEqual(expected);
    expect(pages.slice(0, -1).map(({ data }) => data.length)).toEqual(pages.slice(0, -1).map(() => LIMIT));
    // The last page has an iterator too, which finds later rows.
    const beyond = await page(pages.at(-1).iterator);
    expect([beyond.data, beyond.iterator ?? null, beyond.done]).toEqual([[], null, true]);
    const back: Loose[] = [pages.at(-1)];
    while (back.length < pages.length) back.unshift(await page(back[0].prevIterator));
    expect(back.map(({ data }) => data.map(key))).toEqual(pages.map(({ data }) => data.map(key)));
    expect(back[0].done).toBe(true);
    const before = await page(back[0].prevIterator);
    expect([before.data, before.done]).toEqual([[], true]);
  });

  test('is told when a page cannot be: too long, or behind an iterator that is none', async () => {
    const client = bench.client(version);
    await expect(client.call('application.list', { limit: 251 })).rejects.toMatchObject({ code: 422 });
    await expect(client.call('application.list', { iterator: 'no-id' })).rejects.toMatchObject({ code: 422 });
    await expect(client.call('eventType.list', { limit: 0 })).rejects.toMatchObject({ code: 422 });
  });
});

test('every list of every client is walked', () => {
  for (const version of VERSIONS) {
    const walked = LISTS.flatMap(({ by }) => by[version]);
    const lists = bench
      .client(version)
      .methods.filter((method) => /(^|\.)list\w*$/.test(method))
      .filter((method) => !/^(streaming|ingest|connector|destination)\./.test(method));
    expect([...walked].sort()).toEqual(lists);
  }
});
