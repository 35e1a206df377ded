import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { until } from '../support/until';

let posthorn: RunningPosthorn | null = null;
afterEach(() => posthorn?.dispose());

async function call(method: string, path: string, body?: object) {
  const response = await fetch(`${posthorn?.baseUrl}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${posthorn?.adminToken}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, json: response.status === 204 ? null : await response.json() };
}

const task = async (id: string) => (await call('GET', `/background-task/${id}`)).json;
const ended = (id: string) =>
  until(
    () => task(id),
    ({ status }) => status !== 'running',
  );

const leftFolders = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('posthorn-crash-test-'));

test('a server proves that kills lose nothing, on a scratch server that is gone afterwards', async () => {
  const before = await leftFolders();
  posthorn = await startPosthorn({ workstation: false });
  expect((await call('GET', '/service')).json.noCrashTestBecause).toBeNull();
  const { status, json } = await call('POST', '/diagnostics/crash-test', { kills: 2 });
  expect(status).toBe(202);
  const task = await ended(json.id);
  expect(task).toMatchObject({ status: 'finished', data: { error: null, kills: 2 } });
  const { result } = task.data;
  expect(result).toMatchObject({ kills: 2, lost: 0, arrived: result.accepted });
  expect(result.accepted).toBeGreaterThan(20);
  expect(result.restartsMs).toHaveLength(2);
  expect(await leftFolders()).toEqual(before);
}, 90_000);

test('a proof that is stopped ends its scratch server and removes its folder', async () => {
  const before = await leftFolders();
  posthorn = await startPosthorn();
  const { json } = await call('POST', '/diagnostics/crash-test', { kills: 5 });
  await until(
    () => task(json.id),
    ({ data }) => (data.accepted ?? 0) > 0,
  );
  await call('POST', `/background-task/${json.id}/stop`);
  await until(leftFolders, (left) => left.length <= before.length);
  // The next one may start as soon as this one is gone.
  await until(
    () => call('POST', '/diagnostics/crash-test', { kills: 1 }),
    ({ status }) => status === 202,
  );
}, 90_000);

test('a restore through the API starts the server anew on the same port, with the same token', async () => {
  posthorn = await startPosthorn();
  await call('POST', '/app', { name: 'Before', uid: 'before' });
  const backup = (await ended((await call('POST', '/data/backup')).json.id)).data.result.name;
  await call('POST', '/app', { name: 'After', uid: 'after' });
  const { startedAt } = (await call('GET', '/service')).json;
  expect((await call('POST', '/data/restore', { backup })).status).toBe(202);
  await until(
    () => call('GET', '/service').catch(() => null),
    (response) => response?.status === 200 && response.json.startedAt !== startedAt,
  );
  expect((await call('GET', '/app/before')).status).toBe(200);
  expect((await call('GET', '/app/after')).status).toBe(404);
  expect(await posthorn.stop()).toBe(0);
}, 90_000);
