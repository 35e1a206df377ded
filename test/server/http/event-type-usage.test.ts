import { describe, expect, test } from 'vitest';
import { testOnFile } from '../../support/engines';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';

const server = startedForEach(startTestServer);

const define = (name: string, extra: object = {}) =>
  server.call('POST', '/event-type', { name, description: 'D.', ...extra });
const application = (name: string): Promise<string> => server.create('/app', { name });
const endpoint = async (appId: string, extra: object = {}): Promise<string> => {
  const url = `${server.baseUrl}/receive/usage`;
  const created = await server.call('POST', `/app/${appId}/endpoint`, { url, ...extra });
  expect(created.status).toBe(201);
  return created.json.id;
};
const openPortal = (appId: string, featureFlags: readonly string[], expiry?: number) =>
  server.call('POST', `/auth/app-portal-access/${appId}`, { featureFlags, ...(expiry ? { expiry } : {}) });
const usage = async (name: string, query = '') =>
  (await server.call('GET', `/event-type/${name}/usage${query}`)).json;
const insights = async () => (await server.call('GET', '/event-type-insights')).json;

describe('the usage of an event type', () => {
  testOnFile('counts who names it, who takes everything, and who cannot see it', async () => {
    await define('a.flagged', { featureFlags: ['beta', 'gamma'] });
    await define('a.other');
    const [seeing, blind, deleted] = [
      await application('Seeing'),
      await application('Blind'),
      await application('X'),
    ];
    await openPortal(seeing, ['gamma']);
    await openPortal(blind, ['delta']);
    const ids = {
      seeingAll: await endpoint(seeing),
      seeingNamed: await endpoint(seeing, { filterTypes: ['a.other', 'a.flagged'], disabled: true }),
      blindAll: await endpoint(blind, { channels: ['c'] }),
      blindNamed: await endpoint(blind, { filterTypes: ['a.flagged'] }),
    };
    await endpoint(blind, { filterTypes: ['a.other'] });
    await endpoint(deleted);
    await server.call('DELETE', `/app/${deleted}`);
    const found = await usage('a.flagged');
    expect(found).toMatchObject({ named: 2, unfiltered: 2, hidden: 2, held: 1, applications: 2, more: 0 });
    expect(found.endpoints.map(({ id }: { id: string }) => id)).toEqual([
      ids.blindNamed,
      ids.blindAll,
      ids.seeingNamed,
      ids.seeingAll,
    ]);
    expect(found.endpoints[1]).toMatchObject({
      appName: 'Blind',
      isNamed: false,
      isHidden: true,
      onChannels: true,
      disabled: false,
    });
    expect(await usage('a.other')).toMatchObject({ named: 2, unfiltered: 2, hidden: 0 });
  });

  test('counts an endpoint that takes a whole group for the event types of the group, and for no others', async () => {
    await define('a.paid');
    await define('paid', { groupName: 'a' });
    await define('b.other');
    const app = await application('A');
    await endpoint(app, { filterGroups: ['a'] });
    await endpoint(app, { filterTypes: ['b.other'], filterGroups: ['a'] });
    expect(await usage('a.paid')).toMatchObject({ named: 2, unfiltered: 0, applications: 1 });
    expect(await usage('paid')).toMatchObject({ named: 2, unfiltered: 0 });
    expect(await usage('b.other')).toMatchObject({ named: 1, unfiltered: 0 });
    await define('c.alone');
    await server.call('PATCH', '/event-type/paid', { deprecated: true, sunsetAt: '2020-01-01T00:00:00Z' });
    expect(await insights()).toMatchObject({
      unfilteredEndpoints: 0,
      unreceived: { count: 1, names: ['c.alone'] },
      pastSunset: { names: ['paid'], endpoints: [2] },
    });
  });

  testOnFile('names as many endpoints as asked for, and says how many are left out', async () => {
    await define('a.b');
    const app = await application('A');
    for (let n = 0; n < 4; n += 1) await endpoint(app);
    const found = await usage('a.b', '?limit=3');
    expect([found.endpoints.length, found.more, found.unfiltered]).toEqual([3, 1, 4]);
  });

  test('takes a link that was not followed yet for somebody who will see it, and an ended session for nobody', async () => {
    await define('a.b', { featureFlags: ['beta'] });
    const app = await application('A');
    await endpoint(app);
    expect((await usage('a.b')).hidden).toBe(1);
    await openPortal(app, ['beta']);
    expect((await usage('a.b')).hidden).toBe(0);
    await server.call('POST', `/auth/app/${app}/expire-all`, {});
    expect((await usage('a.b')).hidden).toBe(1);
  });

  testOnFile('counts what became of its messages of the last day, and of no other', async () => {
    await define('a.b');
    await define('a.c');
    const app = await application('A');
    await endpoint(app, { disabled: true });
    for (const eventType of ['a.b', 'a.b', 'a.c']) {
      await server.call('POST', `/app/${app}/msg`, { eventType, payload: {} });
    }
    const { lastDay } = await usage('a.b');
    expect(lastDay).toMatchObject({ delivered: 0, failed: 0, waiting: 2, canceled: 0 });
  });

  testOnFile('is a 404 for an event type that is not there', async () => {
    expect((await server.call('GET', '/event-type/none/usage')).status).toBe(404);
  });
});

describe('the insights into the catalog', () => {
  testOnFile('name what nobody receives, describes, or can see', async () => {
    await define('a.bare', { description: ' ' });
    await define('a.named', { schema: { type: 'object' } });
    await define('a.dark', { featureFlags: ['beta'], schema: {} });
    await define('a.archived', { archived: true });
    const app = await application('A');
    await endpoint(app, { filterTypes: ['a.named', 'a.dark'] });
    expect(await insights()).toEqual({
      eventTypes: 3,
      unfilteredEndpoints: 0,
      withoutSchema: { count: 1, names: ['a.bare'] },
      withoutDescription: { count: 1, names: ['a.bare'] },
      unreceived: { count: 1, names: ['a.bare'] },
      dark: { count: 1, names: ['a.dark'], endpoints: [1] },
      pastSunset: { count: 0, names: [], endpoints: [] },
      unusedFlags: [{ flag: 'beta', eventTypes: 1, tokens: 0 }],
    });
    await openPortal(app, ['beta', 'old']);
    await endpoint(await application('B'));
    const later = await insights();
    expect(later).toMatchObject({
      unfilteredEndpoints: 1,
      unreceived: { count: 0 },
      dark: { names: ['a.dark'], endpoints: [1] },
      unusedFlags: [{ flag: 'old', eventTypes: 0, tokens: 1 }],
    });
  });

  testOnFile('name what is still received after the date until which it was promised', async () => {
    const [past, ahead] = ['2020-01-31T00:00:00Z', '2100-01-31T00:00:00Z'];
    await define('a.past', { deprecated: true, sunsetAt: past });
    await define('b.flagged', { deprecated: true, sunsetAt: past, featureFlags: ['beta'] });
    await define('c.ahead', { deprecated: true, sunsetAt: ahead });
    await define('d.unheard', { deprecated: true, sunsetAt: past });
    await define('e.archived', { deprecated: true, sunsetAt: past });
    await define('f.kept', { sunsetAt: past });
    const app = await application('A');
    await endpoint(app, { filterTypes: ['a.past', 'c.ahead', 'e.archived', 'f.kept'] });
    await endpoint(app, { filterTypes: ['a.past', 'b.flagged'] });
    await server.call('DELETE', '/event-type/e.archived');
    const found = (await insights()).pastSunset;
    expect(found).toEqual({ count: 2, names: ['a.past', 'b.flagged'], endpoints: [2, 1] });
    await endpoint(app);
    expect((await insights()).pastSunset).toMatchObject({
      names: ['a.past', 'b.flagged', 'd.unheard'],
      endpoints: [3, 2, 1],
    });
  });

  test('agree with the usage of each event type', async () => {
    const flags = [null, ['a'], ['b'], ['a', 'b'], ['c']];
    for (const [index, featureFlags] of flags.entries()) await define(`t.${index}`, { featureFlags });
    for (const [index, seen] of [[], ['a'], ['b', 'c'], ['d']].entries()) {
      const app = await application(`App ${index}`);
      await openPortal(app, seen);
      await endpoint(app, { filterTypes: ['t.1', 't.3'] });
      if (index % 2 === 0) await endpoint(app);
      if (index === 3) await endpoint(app, { filterTypes: ['t.0', 't.4'] });
    }
    const { dark } = await insights();
    const counted = await Promise.all(
      flags.map(async (_, index) => [`t.${index}`, (await usage(`t.${index}`)).hidden] as const),
    );
    expect(dark.names.map((name: string, index: number) => [name, dark.endpoints[index]])).toEqual(
      counted.filter(([, hidden]) => hidden > 0),
    );
    expect(dark.count).toBeGreaterThan(2);
  });
});
