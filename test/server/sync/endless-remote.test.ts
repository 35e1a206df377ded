import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileDocuments } from '../../../src-server/catalog/openapi/file-documents';
import { createRemoteCatalog } from '../../../src-server/sync/remote-catalog';
import { createRemoteClient, DEFAULT_REMOTE_TIMEOUTS } from '../../../src-server/sync/remote-client';
import { createCopyTasks } from '../../../src-server/working-copy/copy-tasks';
import type { RunCopyTask } from '../../../src-server/working-copy/run-copy-task';
import { some } from '../../support/share';
import { type CopyWorld, endOf, startCopyWorld } from './copy-world';
import { isWrite } from './disturbing-proxy';
import { type ScriptedRemote, sendJson, startScriptedRemote } from './scripted-remote';

const tasks = createCopyTasks(() => [], fileDocuments);
const run: RunCopyTask = async (name, input) => tasks[name](input as never) as never;

describe('another instance that never comes to an end', () => {
  let remote: ScriptedRemote;
  const client = createRemoteClient({ ...DEFAULT_REMOTE_TIMEOUTS, responseMs: 400, wholeMs: 1_000 });
  const target = () => ({
    baseUrl: remote.baseUrl,
    token: 'remote-token',
    installation: null,
    gone: new AbortController().signal,
  });
  const readAll = () =>
    createRemoteCatalog(client, run)
      .readAll(target())
      .then(
        () => {
          throw new Error('It should have been refused.');
        },
        (cause: unknown) => cause as { readonly message: string },
      );

  beforeEach(async () => {
    remote = await startScriptedRemote();
  });
  afterEach(async () => {
    await remote.close();
  });

  const endless: readonly [string, () => object[]][] = [
    ['repeated', () => [{ name: 'a.b' }]],
    ['empty', () => []],
  ];
  // They are counted alike, and come to 1,600: in the gate the first.
  test.each(some(endless, 2))(
    'with %s pages under ever new iterators is given up after a bounded number',
    async (_what, data) => {
      const patient = createRemoteClient();
      remote.respond = (_request, response) =>
        sendJson(response, 200, { data: data(), iterator: `i${remote.seen.length}`, done: false });
      const catalog = createRemoteCatalog(patient, run);
      await expect(catalog.readAll(target())).rejects.toThrow(/is not as this API has it/);
      expect(remote.seen.length).toBeLessThan(2_000);
      await patient.close();
    },
  );

  test('with pages that come around in a circle is given up when the first one returns', async () => {
    remote.respond = (_request, response) =>
      sendJson(response, 200, { data: [], iterator: `i${remote.seen.length % 3}`, done: false });
    expect((await readAll()).message).toMatch(/is not as this API has it/);
    expect(remote.seen.filter(({ url }) => url.includes('/event-type?'))).toHaveLength(4);
  });

  test('with a response that trickles in is given up when its time is over', async () => {
    let trickling: ServerResponse | null = null;
    remote.respond = (_request, response) => {
      trickling = response;
      response.writeHead(200, { 'content-type': 'application/json' });
      const trickle = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(trickle));
    };
    expect((await readAll()).message).toMatch(/did not respond in time/);
    expect(trickling).not.toBeNull();
  });

  test('with pages that each come in time is given up when the time of all is over', async () => {
    remote.respond = (_request, response) =>
      void setTimeout(
        () => sendJson(response, 200, { data: [], iterator: `i${remote.seen.length}`, done: false }),
        150,
      );
    expect((await readAll()).message).toMatch(/did not respond in time/);
    expect(remote.seen.length).toBeLessThan(20);
  });

  test.each([
    [
      'is not an event type',
      { name: 'to.blame', description: 7 },
      /event type "to.blame" is not as this API/,
    ],
    ['has no name', { description: '' }, /event type number 2 of its page is not as this API/],
    ['has a name that cannot be repeated', { name: '\u202Eevil' }, /event type number 2 of its page/],
    [
      'has more than a million values',
      { name: 'to.blame', schemas: { 1: { enum: Array(1_000_001).fill(0) } } },
      /The event type "to.blame" of .* is too large/,
    ],
  ])('is told which event type is to blame for a refused page: one that %s', async (_what, row, reason) => {
    const patient = createRemoteClient();
    const text = JSON.stringify({ data: [{ name: 'fine' }, row], iterator: null, done: true });
    remote.respond = (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    const catalog = createRemoteCatalog(patient, run);
    await expect(catalog.readAll(target())).rejects.toThrow(reason);
    await patient.close();
  });

  test.each(['', '{', '{"data":[', '{"data":[{"name":"a', '{"\\x":1,"data":[],"done":true', '[]', 'null'])(
    'may answer no JSON, such as %j',
    async (text) => {
      remote.respond = (_request, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(text);
      expect((await readAll()).message).toMatch(/is not as this API has it/);
    },
  );
});

describe('deleting a connection', () => {
  let world: CopyWorld;
  beforeEach(async () => {
    world = await startCopyWorld([{ name: 'type.a' }]);
  });
  afterEach(() => world.close());

  const held = (isHeld: (request: Parameters<CopyWorld['decide']>[0]) => boolean) =>
    new Promise<void>((reached) => {
      world.decide = (request) => {
        if (!isHeld(request)) return 'pass';
        reached();
        return 'hold';
      };
    });

  test('ends a fetch that is waiting for the other instance', async () => {
    const isHeld = held(() => true);
    const fetching = world.call('POST', '/fetch');
    await isHeld;
    await world.here.call('DELETE', `/connections/${world.connectionId}`);
    expect((await fetching).json).toMatchObject({ detail: 'The connection was deleted.' });
  });

  test('ends a request that is passed on', async () => {
    const isHeld = held(() => true);
    const pending = fetch(`${world.here.baseUrl}/remote/${world.connectionId}/api/v1/event-type`, {
      headers: { authorization: `Bearer ${world.here.adminToken}` },
    });
    await isHeld;
    await world.here.call('DELETE', `/connections/${world.connectionId}`);
    expect(await (await pending).json()).toMatchObject({ detail: 'The connection was deleted.' });
  });

  test('ends a sync, which says why', async () => {
    await world.call('POST', '/fetch');
    await world.put('type.new', { description: 'Mine.' });
    const isHeld = held(isWrite);
    const { id } = (await world.call('POST', '/sync')).json;
    await isHeld;
    await world.here.call('DELETE', `/connections/${world.connectionId}`);
    const { data } = await endOf(world.here, id);
    expect(data.error).toBe('The connection was deleted.');
  });
});
