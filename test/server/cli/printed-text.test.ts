import { mkdir, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../src-server/cli/posthorn';
import { type NewFolder, newFolder } from '../../support/new-folder';
import { type CopyWorld, startCopyWorld } from '../sync/copy-world';
import { type ScriptedRemote, sendJson, startScriptedRemote } from '../sync/scripted-remote';
import { runPosthorn } from './run-posthorn';

/** Whatever others have written, a command prints it as text: within its line, and without what a terminal obeys. */

const HOSTILE = 'x\nforged line\r\u2028forged\u001b[2J\u009b2J\u202egnp\u2066\u200b';
const DOUBT = { from: HOSTILE, to: HOSTILE, steadyAt: HOSTILE };
const OBEYED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
/** What a command follows rather than prints. */
const FOLLOWED = new Set([
  'id',
  'iterator',
  'status',
  'state',
  'digest',
  'receiptId',
  'outcome',
  'connectionId',
]);

let world: CopyWorld;
let folder: NewFolder;
/** Our server, with something hostile in every text of its responses. */
let server: ScriptedRemote;
let refuses: boolean;

beforeAll(async () => {
  folder = await newFolder();
  world = await startCopyWorld([{ name: 'invoice.paid', description: 'Paid.' }]);
  const { here } = world;
  server = await startScriptedRemote();
  server.respond = async ({ method, url, body, headers }, response) => {
    const { authorization = '' } = headers;
    const sent = { method, headers: { authorization, 'content-type': 'application/json' } };
    const forwarded = await fetch(here.baseUrl + url, body === '' ? sent : { ...sent, body });
    const text = await forwarded.text();
    if (refuses) sendJson(response, 422, { detail: [{ loc: ['body', HOSTILE], msg: HOSTILE }] });
    else if (url === '/api/v1/health') sendJson(response, 200, { clock: DOUBT });
    else if (text === '') response.writeHead(forwarded.status).end();
    else sendJson(response, forwarded.status, spoiled(JSON.parse(text)));
  };
  await here.call('POST', '/app', { name: 'Ada', uid: 'ada' });
  await here.call('POST', '/app/ada/msg', { eventType: 'a.b', payload: {} });
  await here.create('/app/ada/endpoint', { url: 'http://127.0.0.1:9/', paused: true });
  await here.call('POST', '/event-type', { name: 'mine.only', description: '' });
  await writeFile(
    folder.file('catalog.json'),
    JSON.stringify({
      eventTypes: [
        { name: HOSTILE, groupName: HOSTILE },
        { name: 'mine.only', groupName: HOSTILE },
      ],
    }),
  );
  await writeFile(
    folder.file('state.json'),
    JSON.stringify({ eventTypes: [{ name: HOSTILE, description: HOSTILE }] }),
  );
  await writeFile(folder.file('channel.json'), JSON.stringify(CHANNEL));
  const webhooks = { 'invoice.sent': { post: {} }, [HOSTILE]: { post: {} } };
  await writeFile(
    folder.file('openapi.json'),
    JSON.stringify({ openapi: '3.1.0', info: { title: 'x', version: '1' }, webhooks }),
  );
  const manifest = { 'catalog/main.ts': { file: 'c.js' }, 'catalog/script.ts': { file: 'script.js' } };
  await mkdir(folder.file('ui/.vite'), { recursive: true });
  await writeFile(folder.file('ui/.vite/manifest.json'), JSON.stringify(manifest));
  await writeFile(folder.file('ui/script.js'), '');
});
afterAll(async () => {
  await server.close();
  await world.close();
  await folder.remove();
});

function spoiled(value: unknown): unknown {
  if (typeof value === 'string') return value + HOSTILE;
  if (Array.isArray(value)) return value.map(spoiled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, FOLLOWED.has(key) ? member : spoiled(member)]),
  );
}

const file = (name: string) => folder.file(name);
/** Nothing listens there. */
const CHANNEL = { name: 'Chat', kind: 'slack', url: 'http://127.0.0.1:9/', notices: ['service.backup'] };
const newChannel = () => world.here.create('/notice-channels', CHANNEL);
let changes = 0;
/** A working copy with something to sync. */
async function changedHere(): Promise<readonly string[]> {
  await world.call('POST', '/fetch');
  changes += 1;
  await world.put(`changed.here${changes}`, {});
  return [world.connectionId];
}
const AHEAD = '2100-01-01T00:00:00Z';
const planned = () => world.here.create('/flag-releases', { flag: 'beta', at: AHEAD });
const newEndpoint = () =>
  world.here.create('/app/ada/endpoint', { url: 'http://127.0.0.1:9/', paused: true, channels: ['none'] });
/** How each command is run. A new one needs a row. */
const RUNS: Readonly<Record<string, () => readonly string[] | Promise<readonly string[]>>> = {
  'app create': () => ['Ada'],
  'app update': () => ['ada', '--name', 'Ada'],
  'app delete': async () => [await world.here.create('/app', { name: 'Gone' })],
  'endpoint create': () => ['ada', 'http://127.0.0.1:9/', '--channel', 'none'],
  'endpoint update': async () => ['ada', await newEndpoint(), '--description', 'Changed'],
  'endpoint delete': async () => ['ada', await newEndpoint()],
  'event-type put': () => ['mine.only', '--description', ''],
  send: () => ['ada', 'a.b', '--wait', '--timeout', '0.1'],
  'message send': () => ['ada', 'a.b', '--wait', '--timeout', '0.1'],
  retry: () => ['--application', 'ada', '--scope', 'never-sent,waiting', '--since', '1h', '--dry-run'],
  listen: async () => {
    const poller = await world.here.create('/app/ada/polling-endpoint', {});
    await world.here.call('POST', '/app/ada/msg', { eventType: 'a.b', payload: {} });
    const { token } = (await world.here.call('GET', `/auth/app/ada/poller/${poller}/token`)).json;
    const forward = `${world.here.baseUrl}/receiver/listen`;
    const at = `${server.baseUrl}/api/v1/app/ada/poller/${poller}`;
    return ['--once', '--poller', at, '--token', token, '--forward', forward];
  },
  'token create': () => [HOSTILE],
  'token list': () => [],
  'token revoke': async () => [await world.here.create('/auth/token', { name: 'CI' })],
  'notice list': async () => {
    await newChannel();
    return [];
  },
  'notice create': () => [file('channel.json')],
  'notice test': async () => [await newChannel()],
  'notice delete': async () => [await newChannel()],
  audit: () => [],
  // It stands in the name of an application too.
  erase: () => ['--text', 'Ada', '--dry-run'],
  apply: () => [file('state.json'), '--dry-run'],
  completion: () => [HOSTILE],
  'import-openapi': () => [file('openapi.json'), '--dry-run'],
  'catalog export': () => [],
  'catalog import': () => [file('catalog.json'), '--dry-run'],
  'catalog diff': () => [file('catalog.json'), '--settings'],
  types: () => [],
  'release list': async () => {
    await planned();
    return [];
  },
  'release plan': () => ['beta', '--at', AHEAD],
  'release change': async () => [await planned(), '--note', HOSTILE],
  'release run': async () => [await planned()],
  'release undo': async () => {
    const id = await planned();
    await world.here.call('POST', `/flag-releases/${id}/run`);
    return [id];
  },
  'release cancel': async () => [await planned()],
  pull: () => [world.connectionId],
  status: () => [world.connectionId],
  diff: changedHere,
  sync: changedHere,
  publish: () => ['--out', file('site')],
  backup: () => ['--data-dir', world.here.dataDir, '--out', file(`${HOSTILE}${Math.random()}.db`)],
  restore: () => [file(HOSTILE), '--data-dir', file('none')],
  move: () => ['--from', file(HOSTILE), '--to', file('empty')],
  clock: () => [],
};

test('every command is tried', () => {
  expect(Object.keys(RUNS).sort()).toEqual(COMMANDS.map(({ name }) => name).sort());
});

describe.each(COMMANDS)('posthorn $name', ({ name, asks }) => {
  const at = () => (asks === 'instance' ? ['--url', server.baseUrl, '--token', world.here.adminToken] : []);
  async function run(...more: string[]) {
    const shown: string[] = [];
    const args = [...name.split(' '), ...((await RUNS[name]?.()) ?? []), ...at(), ...more];
    const output = await runPosthorn(args, {
      progress: (text) => shown.push(text),
      print: (text) => shown.push(text),
      pages: { uiDir: file('ui'), renderCatalog: async () => [] },
    });
    const all = [output.out, output.err, ...shown].join('\n');
    for (const line of all.split('\n')) {
      expect(line).not.toMatch(OBEYED);
      expect(line).not.toMatch(/^forged/);
    }
    return { ...output, all };
  }

  test.each([false, true])('prints the text of others as text (refused: %s)', async (isRefused) => {
    refuses = isRefused;
    const { all } = await run();
    // Otherwise nothing was tried.
    if (isRefused || name !== 'publish') expect(all).toContain('forged');
  });

  test.each([false, true])('--json prints it as escapes, with its value (refused: %s)', async (isRefused) => {
    refuses = isRefused;
    const { out, err } = await run('--json');
    expect(err).toBe('');
    const text = JSON.stringify(JSON.parse(out));
    if (isRefused || !['publish', 'send', 'message send', 'listen'].includes(name))
      expect(text).toContain('\u009b2J\u202e');
  });
});

test('an unknown command is named as text', async () => {
  const { err } = await runPosthorn([HOSTILE]);
  expect(err.split('\n')[0]).not.toMatch(OBEYED);
  expect(err).toContain('\\nforged line');
});
