import { beforeEach, expect, test } from 'vitest';
import { describePostgres } from '../../support/engines';
import { slackText, startNoticeRig } from '../../support/notice-rig';
import { createPostgres } from '../../support/postgres-for-tests';
import { startTestServer, type TestServer } from '../../support/start-test-server';
import { startedForEach, startedHere } from '../../support/started';
import { until } from '../../support/until';

const MINUTE = 60_000;

describePostgres('notices of two servers on one database', () => {
  const database = startedForEach(createPostgres);
  let rig: Awaited<ReturnType<typeof startNoticeRig>>;
  let other: TestServer;

  beforeEach(async () => {
    const config = {
      ...{ database: database.url, adminToken: 'the-admin-token-of-two-servers', leaseS: 2 },
      secretKey: 'ab'.repeat(32),
    };
    rig = await startNoticeRig({ config });
    const { clock } = rig;
    other = await startedHere(startTestServer({ config, parts: { clock } }));
    await until(
      async () => (await other.call('GET', '/nodes')).json.data,
      (nodes) => nodes.length === 2 && nodes.every(({ slots }: { slots: number }) => slots === 128),
    );
  });

  /** Endpoints, of which each of the two sends to some. */
  const newEndpoints = () => Promise.all(Array.from({ length: 8 }, () => rig.newEndpoint()));
  const texts = () => rig.chat.arrivals.map(slackText);
  /** Lets ten minutes pass, in which whoever looks may tell more. */
  const passTime = async (server: TestServer) => {
    for (let n = 0; n < 30; n++) {
      rig.clock.stall(20_000);
      await server.call('GET', '/notice-channels');
    }
  };

  test('failing endpoints of both are told once, also after the one that told them has stopped, and so is their end', async () => {
    await rig.slack(['endpoint.failing', 'endpoint.recovered']);
    const endpoints = await newEndpoints();
    await rig.send(endpoints);
    rig.clock.stall(5 * MINUTE);
    await rig.lookUntil(() => texts().length > 0);
    await passTime(other);
    await rig.server.stop();
    await until(
      async () => (await other.call('GET', '/nodes')).json.data,
      ([node]) => node.slots === 256,
    );
    await passTime(other);
    expect(texts()).toEqual([expect.stringContaining('8 endpoints are failing')]);

    rig.respondWith({ status: 200 });
    await other.create(`/app/${rig.app}/msg`, { eventType: 'a.b', payload: {} });
    const failing = async () => (await other.call('GET', '/fleet/attention')).json.total;
    await rig.lookUntil(async () => (await failing()) === 0, 100);
    const times = (text: string) => texts().slice(1).join('\n').split(text).length - 1;
    await rig.lookUntil(() => endpoints.every((id) => times(`${id}|`) > 0));
    await passTime(other);
    expect(endpoints.map((id) => times(`${id}|`))).toEqual(endpoints.map(() => 1));
    expect(times('endpoints are failing')).toBe(0);
  });

  test('delayed endpoints of both are told once', async () => {
    await rig.slack(['delivery.delayed']);
    rig.respondWith({ status: 200 });
    const endpoints = await newEndpoints();
    const { server, app } = rig;
    const change = async (fields: object) => {
      for (const id of endpoints) await server.call('PATCH', `/app/${app}/endpoint/${id}`, fields);
    };
    await change({ paused: true, rateLimit: 1 });
    for (let n = 0; n < 60; n++)
      await [server, other][n % 2]?.create(`/app/${app}/msg`, { eventType: 'a.b', payload: {} });
    rig.clock.stall(16 * MINUTE);
    await change({ paused: false });
    // Their end may be told meanwhile: at one a second, the queues are short after a minute.
    const delayed = () =>
      texts()
        .join('\n')
        .split('\n')
        .filter((line) => line.includes('delayed by more than'));
    await rig.lookUntil(() => delayed().length >= 8, 1000);
    for (let n = 0; n < 10; n++) {
      rig.clock.stall(1000);
      await server.call('GET', '/notice-channels');
    }
    for (const id of endpoints) expect(delayed().filter((line) => line.includes(`${id}|`))).toHaveLength(1);
    expect(delayed()).toHaveLength(8);
  });

  test('a node that was killed is told once, and one that was stopped is not', async () => {
    await rig.slack(['service.restarted']);
    // What a killed process leaves behind.
    const db = await startedHere(database.open());
    await db.write((tx) =>
      tx.run(`INSERT INTO node (id, address, version, schema_version, secret_check)
        SELECT 'node_killed', 'http://10.0.0.9:8071', version, schema_version, secret_check FROM node LIMIT 1`),
    );
    await rig.lookUntil(() => texts().length > 0, 100);
    await passTime(rig.server);
    await rig.server.stop();
    await until(
      async () => (await other.call('GET', '/nodes')).json.data,
      (nodes) => nodes.some(({ slots }: { slots: number }) => slots === 256),
    );
    await passTime(other);
    const expected = 'The node at http://10.0.0.9:8071 crashed or lost its connection to the database';
    expect(texts()).toEqual([expect.stringContaining(expected)]);
  });
});
