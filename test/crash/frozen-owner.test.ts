import { rm } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { readServerAddress } from '../../src-server/storage/files/server-address';
import { eventually } from '../support/eventually';
import { newFolder } from '../support/new-folder';
import { startReceiver } from '../support/receiver';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { startedHere } from '../support/started';
import { call } from './crash-load';
import { LONG_FORM } from './crash-size';

/**
 * A server that stands still (SIGSTOP, a machine without any time for it) while its lock file is deleted. It waits for
 * half a minute, so the gate leaves it to `folder-ownership.test.ts`, where the clock is advanced.
 */
const running: RunningPosthorn[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) await server.kill();
});

async function start(dataDir: string): Promise<RunningPosthorn> {
  const server = await startPosthorn({ dataDir });
  running.push(server);
  return server;
}

const sendTo = (server: RunningPosthorn, path: string, body?: object) =>
  fetch(`${server.baseUrl}/api/v1${path}`, {
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    headers: { authorization: `Bearer ${server.adminToken}`, 'content-type': 'application/json' },
  });

test.runIf(LONG_FORM || process.env.POSTHORN_TEST_ALL)(
  'a server that stood still until another took its folder sends and accepts nothing when it goes on',
  async () => {
    const folder = await startedHere(newFolder());
    const receiver = await startedHere(startReceiver());
    const frozen = await start(folder.path);
    const { id: app } = await call(frozen, 'POST', '/app', { name: 'Frozen' });
    await call(frozen, 'POST', `/app/${app}/endpoint`, { url: `${receiver.baseUrl}/`, rateLimit: 5 });
    for (let n = 0; n < 40; n++)
      await call(frozen, 'POST', `/app/${app}/msg`, { eventType: 'a.b', payload: { n } });
    await receiver.arrived(5);
    process.kill(frozen.pid, 'SIGSTOP');
    await rm(folder.file('posthorn.lock'));
    const next = await start(folder.path);
    const before = receiver.arrivals.length;
    await receiver.arrived(before + 5);
    process.kill(frozen.pid, 'SIGCONT');

    const message = { eventType: 'a.b', payload: {} };
    const refused = await sendTo(frozen, `/app/${app}/msg`, message);
    expect([refused.status, (await refused.json()).detail]).toEqual([
      503,
      expect.stringMatching(/taken over/),
    ]);
    await eventually(async () => {
      const health = await sendTo(frozen, '/health');
      expect([health.status, (await health.json()).reason]).toEqual([503, 'taken']);
    });
    expect((await sendTo(next, `/app/${app}/msg`, message)).status).toBe(202);
    await eventually(() => {
      const ids = new Set(receiver.arrivals.map(({ headers }) => headers['webhook-id']));
      expect(ids.size).toBe(41);
    });
    // What was on its way when the first one stopped may arrive again, as after a kill; nothing else.
    const since = receiver.arrivals.slice(before).map(({ headers }) => headers['webhook-id']);
    expect(new Set(since).size).toBe(since.length);

    expect(await frozen.stop()).toBe(0);
    expect((await readServerAddress(folder.path))?.baseUrl).toBe(next.baseUrl);
    expect((await sendTo(next, '/health')).status).toBe(200);
    await expect(start(folder.path)).rejects.toThrow(
      /Another Posthorn server is already using the data folder/,
    );
  },
  120_000,
);
