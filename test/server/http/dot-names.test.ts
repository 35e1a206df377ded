import { beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import { RecentLog } from '../../../src-server/base/recent-log';
import { rawRequest } from '../../support/raw-request';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach, startedOnce } from '../../support/started';
import { webhooksDocument } from '../../support/webhooks-document';
import { runPosthorn } from '../cli/run-posthorn';

/* Every URL parser folds `.` and `..` in a path: a request with such a name reaches something else. */

const hook = { url: 'https://ada.example/hooks' };
const DOTS = ['.', '..'];

describe('a name of "." or ".." is refused', () => {
  const server = startedOnce(startTestServer);
  beforeAll(async () => {
    await server.call('POST', '/app', { name: 'Ada', uid: 'ada' });
    await server.call('POST', '/event-type', { name: 'known' });
  });

  const bodies = (name: string): readonly (readonly [method: string, path: string, body: object])[] => [
    ['POST', '/app', { name: 'n', uid: name }],
    ['POST', '/app?get_if_exists=true', { name: 'n', uid: name }],
    ['PUT', '/app/new', { name: 'n', uid: name }],
    ['PATCH', '/app/ada', { uid: name }],
    ['POST', '/app/ada/endpoint', { ...hook, uid: name }],
    ['PUT', '/app/ada/endpoint/new', { ...hook, uid: name }],
    ['POST', '/app/ada/endpoint', { ...hook, filterTypes: [name] }],
    ['POST', '/app/ada/endpoint', { ...hook, filterGroups: [name] }],
    ['POST', '/app/ada/msg', { eventType: name, payload: {} }],
    ['POST', '/app/ada/msg', { eventType: 'a', eventId: name, payload: {} }],
    ['POST', '/event-type', { name }],
    ['PATCH', '/event-type/known', { groupName: name }],
    ['PATCH', '/event-type/known', { featureFlag: name }],
    ['PUT', '/event-type/known', { featureFlags: [name] }],
    ['POST', '/event-type-bulk', { eventTypes: [{ name, description: '' }] }],
    ['POST', '/event-type-bulk', { eventTypes: [{ name: 'known', featureFlags: [name] }] }],
    ['POST', '/environment/import', { eventTypes: [{ name }] }],
    ['POST', '/environment/import', { eventTypes: [{ name: 'known', groupName: name }] }],
    ['POST', '/portal-preview-drafts', { eventTypes: [{ name, description: '' }] }],
    ['POST', '/auth/app-portal-access/ada', { featureFlags: [name] }],
    ['POST', '/auth/token', { name: 't', featureFlags: [name] }],
    ['POST', '/app/ada/polling-endpoint', { uid: name }],
    ['POST', '/app/ada/polling-endpoint', { filterTypes: [name] }],
    ['POST', '/app/ada/integration', { name: 'i', featureFlags: [name] }],
  ];

  test.each(DOTS.flatMap(bodies))('in %s %s with %j', async (method, path, body) => {
    expect((await server.call(method, path, body)).status).toBe(422);
  });

  test.each(['/app/.', '/app/..', '/app/ada/endpoint/..', '/event-type/..', '/event-type/%2e'])(
    'in the path of PUT %s, which nothing has folded',
    async (path) => {
      const body = JSON.stringify(
        path.includes('endpoint') ? hook : path.includes('app') ? { name: 'n' } : {},
      );
      const headers = { authorization: `Bearer ${server.adminToken}`, 'content-type': 'application/json' };
      const response = await rawRequest(server.baseUrl, `/api/v1${path}`, { method: 'PUT', headers, body });
      expect([response.status, JSON.parse(response.text).detail[0].loc[1]]).toEqual([
        422,
        expect.stringMatching(/^(uid|name)$/),
      ]);
      expect((await server.call('GET', `${path.slice(0, path.lastIndexOf('/') + 1)}~..`)).status).toBe(404);
    },
  );

  test('in an OpenAPI document, or as another name for one of its rows: it is a problem, and not written', async () => {
    const specRaw = JSON.stringify(webhooksDocument({ '..': { description: 'd' } }));
    for (const name of ['..', '.']) {
      const choices = [{ row: '/webhooks/../post', name, accept: true }];
      const plan = await server.call('POST', '/event-type/import/plan', { specRaw, choices });
      expect(plan.json.rows[0]).toMatchObject({ state: 'problem', name });
      await server.call('POST', '/event-type/import/apply', { specRaw, choices });
    }
    await server.call('POST', '/event-type/import/openapi', { specRaw });
    const { data } = (await server.call('GET', '/event-type')).json;
    expect(data.map((data: { readonly name: string }) => data.name)).toEqual(['known']);
  });

  test.each(DOTS)('on the command line, where %s as an application names no other path', async (name) => {
    const at = { defaultDataDir: server.dataDir };
    const sent = await runPosthorn(['send', name, 'known'], at);
    expect(sent).toMatchObject({ exitCode: 1, err: expect.stringContaining('(404)') });
    const typed = await runPosthorn(['send', 'ada', name], at);
    expect(typed).toMatchObject({ exitCode: 1, err: expect.stringContaining('(422)') });
  });
});

describe('what an earlier version stored under ".."', () => {
  const recentLog = new RecentLog();
  const log = createLog('silent', { write: () => {} }, recentLog);
  const server = startedForEach(() => startTestServer({ parts: { log, recentLog } }));

  /** Names everything `..`, as nobody can any more. */
  async function startWithDots() {
    const app = await server.create('/app', { name: 'Ada', uid: 'ada' });
    const endpoint = await server.create('/app/ada/endpoint', { ...hook, uid: 'hook' });
    const message = await server.create('/app/ada/msg', { eventType: 'a', eventId: 'e', payload: {} });
    await server.call('POST', '/event-type', { name: 'old', featureFlags: ['beta'], groupName: 'g' });
    await server.stop();
    const db = await server.openDatabase();
    await db.write(async (tx) => {
      await tx.run(`UPDATE application SET uid = '..' WHERE id = ?`, [app]);
      await tx.run(`UPDATE endpoint SET uid = '..' WHERE id = ?`, [endpoint]);
      await tx.run(`UPDATE message SET event_id = '..' WHERE id = ?`, [message]);
      await tx.run(`UPDATE event_type SET name = '..', group_name = '.', feature_flags = '["x",".."]'`);
      await tx.run(`UPDATE event_type_version SET name = '..', feature_flags = '["x",".."]'`);
    });
    await db.close();
    await server.restart();
    return { app, endpoint, message };
  }

  test('is readable by its id, can be renamed and removed, and the start says what it found', async () => {
    const { app, endpoint, message } = await startWithDots();
    const [line] = recentLog.read({ level: 'warn', text: 'names "." and ".."', limit: 1 }).lines;
    expect(JSON.parse(line?.fields ?? '{}').found).toEqual([
      { kind: 'application', name: '..', of: app },
      { kind: 'endpoint', name: '..', of: endpoint },
      { kind: 'event type', name: '..', of: null },
      { kind: 'group', name: '.', of: '..' },
      { kind: 'flag', name: '..', of: '..' },
      { kind: 'message', name: '..', of: message },
    ]);

    expect((await server.call('GET', `/app/${app}/msg/${message}`)).json.eventId).toBe('..');
    expect((await server.call('GET', `/app/${app}/endpoint/${endpoint}`)).json.uid).toBe('..');
    const renamed = await server.call('PATCH', `/app/${app}/endpoint/${endpoint}`, { uid: 'hook' });
    expect(renamed.json.uid).toBe('hook');
    expect((await server.call('PATCH', `/app/${app}`, { uid: 'ada' })).json.uid).toBe('ada');
    expect((await server.call('DELETE', '/app/ada/endpoint/hook')).status).toBe(204);

    expect((await server.call('GET', '/event-type')).json.data[0].name).toBe('..');
    expect((await server.call('PATCH', '/event-type/~..', { description: 'd' })).json.name).toBe('..');
    expect((await server.call('DELETE', '/event-type/~..?expunge=true')).status).toBe(204);
    const restored = await server.call('POST', '/event-type/~../history/1/restore');
    expect([restored.status, restored.json.detail[0].loc]).toEqual([422, ['body', 'name']]);
  });

  test('does not come back by a restore of a version with such a flag', async () => {
    await startWithDots();
    const db = await server.openDatabase();
    await db.write((tx) => tx.run(`UPDATE event_type_version SET name = 'old'`));
    await db.close();
    const response = await server.call('POST', '/event-type/old/history/1/restore');
    expect([response.status, response.json.detail[0].loc]).toEqual([422, ['body', 'featureFlags']]);
    const bulk = { eventTypes: [{ name: 'old', restore: 1 }] };
    const many = await server.call('POST', '/event-type-bulk', bulk);
    expect([many.status, many.json.detail[0].loc]).toEqual([
      422,
      ['body', 'eventTypes', '[0]', 'featureFlags'],
    ]);
  });

  test('is removed by an environment import too', async () => {
    await startWithDots();
    const body = { remove: { eventTypes: ['..'] } };
    expect((await server.call('POST', '/environment/import', body)).status).toBe(204);
    expect((await server.call('GET', '/event-type/~..')).status).toBe(404);
  });
});
