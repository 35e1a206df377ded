import { beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const server = startedOnce(startTestServer);
const names = [...'abcdefghij'].map((letter) => `page.${letter}`);

beforeAll(async () => {
  for (const name of [...names].reverse())
    await server.call('POST', '/event-type', { name, description: '' });
  for (const name of names) await server.call('POST', '/app', { name });
  const [app] = (await server.call('GET', '/app?limit=1')).json.data;
  for (const uid of names)
    await server.call('POST', `/app/${app.id}/endpoint`, { uid, url: 'http://127.0.0.1:9/' });
  for (const eventId of names) {
    await server.call('POST', `/app/${app.id}/msg`, { eventType: 'a', eventId, payload: {} });
  }
});

interface Row {
  readonly name?: string;
  readonly uid?: string;
  readonly eventId?: string;
}
const labels = (rows: readonly Row[]) => rows.map((row) => row.eventId ?? row.uid ?? row.name);

async function appId(): Promise<string> {
  return (await server.call('GET', '/app?limit=1')).json.data[0].id;
}

test.each([
  ['event types', async () => '/event-type', names],
  ['applications', async () => '/app', names],
  ['endpoints', async () => `/app/${await appId()}/endpoint`, [...names].reverse()],
  ['messages', async () => `/app/${await appId()}/msg`, [...names].reverse()],
])('%s can be paged to the end and back', async (_what, path, expected) => {
  const get = async (iterator: string | null) =>
    (
      await server.call(
        'GET',
        `${await path()}?limit=4${iterator ? `&iterator=${encodeURIComponent(iterator)}` : ''}`,
      )
    ).json;
  const first = await get(null);
  const second = await get(first.iterator);
  const third = await get(second.iterator);
  expect([first, second, third].flatMap((page) => labels(page.data))).toEqual(expected);
  expect([first.done, second.done, third.done]).toEqual([false, false, true]);
  expect(third.iterator).not.toBeNull();
  const after = await get(third.iterator);
  expect(after).toEqual({ data: [], iterator: null, done: true });
  const back = await get(third.prevIterator);
  expect([labels(back.data), back.done]).toEqual([labels(second.data), false]);
  const start = await get(back.prevIterator);
  expect([labels(start.data), start.done]).toEqual([labels(first.data), true]);
});

test('applications and endpoints can be turned around', async () => {
  const path = `/app/${await appId()}/endpoint`;
  expect(labels((await server.call('GET', `${path}?order=ascending`)).json.data)).toEqual(names);
  expect(labels((await server.call('GET', '/app?order=descending')).json.data)).toEqual([...names].reverse());
});

test('messages after an instant come newest first, and all of them on the way to that instant', async () => {
  const path = `/app/${await appId()}/msg?limit=4&after=2020-01-01T00:00:00Z`;
  const first = (await server.call('GET', path)).json;
  const second = (await server.call('GET', `${path}&iterator=${first.iterator}`)).json;
  const third = (await server.call('GET', `${path}&iterator=${second.iterator}`)).json;
  const pages = [first, second, third];
  expect(pages.flatMap(({ data }) => labels(data))).toEqual([...names].reverse());
  expect(pages.map(({ done }) => done)).toEqual([false, false, true]);
  const newer = (await server.call('GET', `${path}&iterator=${third.prevIterator}`)).json;
  expect(labels(newer.data)).toEqual(labels(second.data));
});

test('a name that begins with a hyphen does not turn the list around', async () => {
  await server.call('POST', '/event-type', { name: '-first', description: '' });
  const page = (await server.call('GET', '/event-type?limit=1')).json;
  expect(labels(page.data)).toEqual(['-first']);
  const next = (await server.call('GET', `/event-type?limit=1&iterator=${encodeURIComponent(page.iterator)}`))
    .json;
  expect(labels(next.data)).toEqual(['page.a']);
});
