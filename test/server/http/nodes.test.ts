import { describe, expect, test } from 'vitest';
import { ALL_SLOTS, type NodeOut } from '../../../src-server/contract/node';
import { nodeRoutes } from '../../../src-server/http/routes/nodes';
import { VERSION } from '../../../src-server/version';
import { responseFaults } from '../../support/described-api';
import { fakeCluster } from '../../support/fake-cluster';
import { startTestServer, type TestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const server = startedOnce(startTestServer);

test('a server that has its database for itself is the only node, with all slots, where it listens', async () => {
  const response = await server.call('GET', '/nodes');
  expect(response.status).toBe(200);
  expect(response.json).toEqual({
    data: [
      {
        id: expect.stringMatching(/^\S+$/),
        address: server.baseUrl,
        version: VERSION,
        state: 'alive',
        slots: ALL_SLOTS,
        beatAgeMs: process.env.POSTHORN_TEST_ENGINE === 'postgres' ? expect.any(Number) : 0,
        sendsPerSecond: 0,
        self: true,
      },
    ],
  });
});

test('its name is the same for each caller, and another one after a restart', async () => {
  const idOf = async (from: TestServer): Promise<string> =>
    (await from.call('GET', '/nodes')).json.data[0].id;
  const id = await idOf(server);
  expect(await idOf(server)).toBe(id);
  await server.restart();
  expect(await idOf(server)).not.toBe(id);
});

test('only a full token of the sender reads it', async () => {
  const { id } = (await server.call('POST', '/app', { name: 'Ada' })).json;
  const portal = await server.portalToken(id);
  const reads = { name: 'reads', featureFlags: [] };
  const reader = (await server.call('POST', '/auth/token', reads)).json.token;
  const statuses = [null, 'wrong', portal, reader].map(
    async (token) => (await server.call('GET', '/nodes', undefined, { token })).status,
  );
  expect(await Promise.all(statuses)).toEqual([401, 401, 403, 403]);
  expect((await server.call('POST', '/nodes', {})).status).toBe(405);
});

describe('several nodes', () => {
  const cluster = fakeCluster({
    self: 'b',
    nodes: [
      { id: 'b', address: 'http://10.0.0.2:8071', slots: 100, beatAgeMs: 400.4, sendsPerSecond: 12 },
      { id: 'a', address: 'http://10.0.0.1:8071', slots: 90, beatAgeMs: 1200 },
      { id: 'c', address: 'http://10.0.0.3:8071', slots: 60, beatAgeMs: 4000 },
      { id: 'd', address: 'http://10.0.0.4:8071', slots: 6, beatAgeMs: 100, isLeaving: true },
      { id: 'e', address: 'http://10.0.0.5:8071', slots: 0, beatAgeMs: 60_000, diedAt: 1 },
    ],
  });
  const [row] = nodeRoutes({
    cluster,
    serverId: 'unused',
    localBaseUrl: () => 'unused',
    traffic: { sendsPerSecond: () => 0 },
  });
  const read = async () => (await row?.handler({} as never))?.body as { readonly data: readonly NodeOut[] };

  test('are listed by address, each with its share, its state in a word and the age of its beat', async () => {
    const body = await read();
    expect(responseFaults('GET', '/nodes', 200, body)).toEqual([]);
    expect(
      body.data.map(({ id, state, slots, beatAgeMs, self }) => [id, state, slots, beatAgeMs, self]),
    ).toEqual([
      ['a', 'alive', 90, 1200, false],
      ['b', 'alive', 100, 400, true],
      ['c', 'silent', 60, 4000, false],
      ['d', 'leaving', 6, 100, false],
      ['e', 'dead', 0, 60_000, false],
    ]);
    expect(body.data[1]).toMatchObject({ address: 'http://10.0.0.2:8071', sendsPerSecond: 12 });
  });

  test('own all slots together, and one is the one that answers', async () => {
    const { data } = await read();
    expect(data.reduce((sum, { slots }) => sum + slots, 0)).toBe(ALL_SLOTS);
    expect(data.filter(({ self }) => self)).toHaveLength(1);
  });
});
