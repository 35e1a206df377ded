import { afterAll, beforeAll, expect, test } from 'vitest';
import { describePostgres } from '../../support/engines';
import { eventually } from '../../support/eventually';
import { createPostgres, type PostgresForTest } from '../../support/postgres-for-tests';
import { type Arrival, type Receiver, startReceiver } from '../../support/receiver';
import { startTestServer, type TestServer } from '../../support/start-test-server';

/** Either server sends to some of them, by their ids. */
const ENDPOINTS = 8;
const ACCEPTED_AT_ONCE = 10;

const numberIn = ({ body }: Arrival): number => JSON.parse(body.toString()).n;

describePostgres('two servers on one database, with endpoints in strict order', () => {
  let database: PostgresForTest;
  let receiver: Receiver;
  let a: TestServer;
  let b: TestServer;

  beforeAll(async () => {
    database = await createPostgres();
    const refused = new Set<string>();
    receiver = await startReceiver((arrival) => {
      // The fifth of each ten is refused once.
      const key = `${arrival.path} ${numberIn(arrival)}`;
      if (numberIn(arrival) % 10 !== 4 || refused.has(key)) return { status: 200 };
      refused.add(key);
      return { status: 500 };
    });
    const config = {
      database: database.url,
      adminToken: 'the-admin-token-of-two-servers',
      secretKey: 'ab'.repeat(32),
      retryScheduleS: [1, 1],
    };
    a = await startTestServer({ config });
    b = await startTestServer({ config });
    await bothSend();
  });
  afterAll(async () => {
    await a?.remove();
    await b?.remove();
    await receiver?.close();
    await database?.remove();
  });

  async function bothSend(): Promise<void> {
    const db = await database.open();
    await eventually(async () => {
      const owners = await db.get<{ count: number }>('SELECT count(DISTINCT owner) AS count FROM slot', []);
      expect(owners?.count).toBe(2);
    });
    await db.close();
  }

  test('each receiver sees the order of acceptance, whichever accepts, while one is stopped, taken over from and started again', async () => {
    const app = await a.create('/app', { name: 'In order' });
    const paths = Array.from({ length: ENDPOINTS }, (_, n) => `/${n}`);
    for (const path of paths)
      await a.create(`/app/${app}/endpoint`, { url: `${receiver.baseUrl}${path}`, ordered: true });
    let accepted = 0;
    const acceptAt = async (...servers: readonly TestServer[]) => {
      for (let n = 0; n < ACCEPTED_AT_ONCE; n++) {
        const server = servers[n % servers.length] as TestServer;
        await server.create(`/app/${app}/msg`, { eventType: 'x.y', payload: { n: accepted } });
        accepted += 1;
      }
    };
    await acceptAt(a, b);
    await Promise.all([a.stop(), acceptAt(b)]);
    await acceptAt(b);
    await a.restart();
    await bothSend();
    await acceptAt(b, a);
    await Promise.all([b.stop(), acceptAt(a)]);
    const seenAt = (path: string) =>
      receiver.arrivals.filter((arrival) => arrival.path === path).map(numberIn);
    const all = Array.from({ length: accepted }, (_, n) => n);
    for (const path of paths) {
      await eventually(() => expect(new Set(seenAt(path)).size).toBe(accepted));
      const seen = seenAt(path);
      expect(seen.filter((n, at) => n !== seen[at - 1])).toEqual(all);
    }
  }, 60_000);
});
