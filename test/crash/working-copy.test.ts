import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endOf } from '../server/sync/copy-world';
import { isWrite, noDisturbance, startDisturbingProxy } from '../server/sync/disturbing-proxy';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callServer, startTestServer, type TestServer } from '../support/start-test-server';

/** The built server in its own process, killed while it edits or syncs a working copy, as by a power cut. */
let dataDir: string;
let here: RunningPosthorn;
let there: TestServer;
let proxy: Awaited<ReturnType<typeof startDisturbingProxy>>;
let disturbance = noDisturbance();
let copy: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'posthorn-crash-'));
  disturbance = noDisturbance();
  there = await startTestServer();
  proxy = await startDisturbingProxy(disturbance, there.baseUrl);
  here = await startPosthorn({ dataDir });
  const connection = { name: 'There', baseUrl: proxy.baseUrl, token: there.adminToken };
  const { id } = (await server.call('POST', '/connections', connection)).json;
  copy = `/connections/${id}/working-copy`;
  await server.call('POST', `${copy}/fetch`);
});
afterEach(async () => {
  await here.kill();
  await proxy.close();
  await there.remove();
  await rm(dataDir, { recursive: true, force: true });
});

/** The current one. */
const server: Pick<TestServer, 'call'> = {
  call: (method, path, body, options) => callServer(here, method, path, body, options),
};
async function restartAfterKill(): Promise<void> {
  await here.kill();
  here = await startPosthorn({ dataDir });
}

test('what was answered of edits is there after a kill, and can be undone', async () => {
  const accepted: string[] = [];
  const editor = async (letter: string) => {
    for (let n = 0; ; n += 1) {
      const name = `${letter}.${n}`;
      const response = await server.call('PUT', `${copy}/event-types/${name}`, {}).catch(() => null);
      if (response === null) return;
      expect(response.status).toBe(201);
      accepted.push(name);
      if (accepted.length === 60) await here.kill();
    }
  };
  await Promise.all(['a', 'b', 'c', 'd'].map(editor));
  here = await startPosthorn({ dataDir });
  const changed: { readonly name: string }[] = (await server.call('GET', `${copy}/changes`)).json.data;
  const names = new Set(changed.map(({ name }) => name));
  expect(accepted.filter((name) => !names.has(name))).toEqual([]);
  const undone = await server.call('POST', `${copy}/undo`);
  expect(undone.json.restored).toHaveLength(1);
  expect((await server.call('GET', `${copy}/changes`)).json.data).toHaveLength(names.size - 1);
}, 60_000);

test('a sync that is killed goes on at the next start, and writes nothing twice', async () => {
  const names = Array.from({ length: 16 }, (_, n) => `type.${String(n).padStart(2, '0')}`);
  for (const name of names) await server.call('PUT', `${copy}/event-types/${name}`, { description: name });
  let count = 0;
  let reached = () => {};
  const areHeld = new Promise<void>((resolve) => {
    reached = resolve;
  });
  // From the fourth one on, the other instance writes them, but its responses never arrive.
  disturbance.decide = (request) => {
    if (isWrite(request)) count += 1;
    if (count === 7) reached();
    return isWrite(request) && count > 3 ? 'hold' : 'pass';
  };
  const begun = (await server.call('POST', `${copy}/sync`)).json;
  await areHeld;
  await restartAfterKill();
  disturbance.decide = () => 'pass';
  const { data } = await endOf(server, begun.id);
  expect(data.items.map(({ name }) => name).sort()).toEqual(names);
  const written = disturbance.passed.filter(isWrite).map(({ body }) => JSON.parse(body).name);
  expect(written.sort()).toEqual(names);
  expect((await server.call('GET', copy)).json).toMatchObject({ state: 'up_to_date' });
}, 60_000);
