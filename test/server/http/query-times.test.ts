import { beforeAll, describe, expect, test } from 'vitest';
import { targets } from '../../support/api-fuzz';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const server = startedOnce(startTestServer);
let ids: Readonly<Record<string, string>>;
beforeAll(async () => {
  const app = await server.create('/app', { name: 'A' });
  const endpoint = await server.create(`/app/${app}/endpoint`, { url: `${server.baseUrl}/receiver/a` });
  const message = await server.create(`/app/${app}/msg`, { eventType: 'a.b', payload: {} });
  ids = { app, endpoint, message };
});

/** Every time in a query of the API. */
const times = targets.flatMap(({ method, path, operation }) =>
  operation.parameters
    .filter(({ in: place, schema }) => place === 'query' && schema.format === 'date-time')
    .map(({ name }) => [`${method} ${path}`, name, path] as const),
);

describe('a time in a query whose + was not encoded', () => {
  test('is looked for in the whole API', () => expect(times.length).toBeGreaterThan(10));

  test.each(times)('is read as it is meant: %s, %s', async (_name, parameter, path) => {
    const at = path.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? 'none');
    const status = async (value: string) => (await server.call('GET', `${at}?${parameter}=${value}`)).status;
    const time = new Date().toISOString().replace('Z', '+00:00');
    const encoded = await status(encodeURIComponent(time));
    expect(await status(time)).toBe(encoded);
    expect([200, 404]).toContain(encoded);
  });

  test('keeps its zone: an hour to the east is an hour earlier', async () => {
    const { timestamp } = (await server.call('GET', `/app/${ids.app}/msg/${ids.message}`)).json;
    const inZone = (hours: number, shiftMs: number) =>
      new Date(Date.parse(timestamp) + hours * 3_600_000 + shiftMs)
        .toISOString()
        .replace('Z', `+0${hours}:00`);
    const found = async (time: string) =>
      (await server.call('GET', `/app/${ids.app}/msg?after=${time}`)).json.data.length;
    expect(await found(inZone(1, -1000))).toBe(1);
    expect(await found(inZone(1, 1000))).toBe(0);
  });

  test.each([
    '2026-01-31T12:00:00+02:00',
    '2026-01-31T12:00:00.5+02:00',
    '2026-01-31t12:00:00+02:00',
    '2026-01-31T12:00:00+0200',
    '2026-01-31 12:00:00+02:00',
  ])('is read in each form that is read when it is encoded: "%s"', async (time) => {
    const status = async (value: string) =>
      (await server.call('GET', `/app/${ids.app}/msg?after=${value}`)).status;
    expect([await status(encodeURIComponent(time)), await status(time.replace(' ', '+'))]).toEqual([
      200, 200,
    ]);
  });

  test.each(['2026-01-31 12:00', '2026-01-31T12:00:00 ', '2026-01-31T12:00:00 02', ' 02:00'])(
    'is not taken for one where it means nothing: "%s"',
    async (time) => {
      const path = `/app/${ids.app}/msg?after=${encodeURIComponent(time)}`;
      expect((await server.call('GET', path)).status).toBe(422);
    },
  );
});
