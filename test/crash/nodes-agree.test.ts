import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeOwnPostgres } from '../support/engines';
import { call } from './crash-load';
import { LONG_FORM } from './crash-size';
import { allArrived, createNodeLoad, doubled, nowMs, repeats, startSending, windowsOver } from './node-load';
import { nodesOf, PATIENCE_MS, type RunningNode, type RunningNodes, startNodes, until } from './start-nodes';
import { type Oracle, startOracle } from './start-oracle';

/** What is said to one of several nodes, each a built server in its own process, is true at all of them. */
let nodes: RunningNodes;
let oracle: Oracle;
let a: RunningNode;
let b: RunningNode;

beforeEach(async () => {
  oracle = await startOracle();
  nodes = await startNodes(2);
  await nodes.settled();
  const [first, second] = nodes.list;
  if (!first || !second) throw new Error('there are no two nodes');
  [a, b] = [first, second];
});
afterEach(async () => {
  await nodes.dispose();
  oracle.stop();
});

describeOwnPostgres('nodes that share what they are told', () => {
  test(
    'what one node is told acts at the others: endpoints at once, limits within a second, answers to repeats for good',
    async () => {
      // Each message goes to the other node than its endpoint.
      for (let n = 0; n < 10; n++) {
        const [node, other] = n % 2 === 0 ? [a, b] : [b, a];
        const { id } = await call(node, 'POST', '/app', { name: `Number ${n}` });
        await call(node, 'POST', `/app/${id}/endpoint`, { url: `${oracle.baseUrl}/ok/new${n}` });
        const arrived = oracle.further(1, `/ok/new${n}`);
        await call(other, 'POST', `/app/${id}/msg`, { eventType: 'fresh', payload: { key: `new${n}` } });
        await arrived;
      }

      const load = await createNodeLoad(a, oracle, 4, 5);
      const sendAll = (count: number, key: string) =>
        Promise.all(
          Array.from({ length: count }, (_, n) =>
            call(n % 2 === 0 ? a : b, 'POST', `/app/${load.appId}/msg`, {
              eventType: 'fresh',
              payload: { key: `${key}${n}` },
            }),
          ),
        );
      await sendAll(60, 'slow');
      await call(b, 'PATCH', `/app/${load.appId}`, { rateLimit: 200 });
      const changedMs = nowMs();
      await oracle.further(4 * 30, '/ok/');
      // At the former limit, these would take 6 s.
      expect(nowMs() - changedMs).toBeLessThan(4000);

      const key = { 'idempotency-key': 'a-key-of-a-caller' };
      const body = JSON.stringify({ eventType: 'fresh', payload: { key: 'once' } });
      const responses = await Promise.all(
        [a, b, a, b].map(async (node) => {
          const headers = {
            authorization: `Bearer ${node.adminToken}`,
            'content-type': 'application/json',
            ...key,
          };
          const response = await fetch(`${node.baseUrl}/api/v1/app/${load.appId}/msg`, {
            method: 'POST',
            headers,
            body,
          });
          return `${response.status} ${await response.text()}`;
        }),
      );
      expect(new Set(responses).size).toBe(1);
      expect(responses[0]).toMatch(/^202 /);
    },
    2 * PATIENCE_MS,
  );

  test.runIf(LONG_FORM)(
    'a node that joins gets its share of the slots while messages flow, and nothing is repeated or too fast',
    async () => {
      expect((await nodesOf(a)).map(({ slots }) => slots)).toEqual([128, 128]);
      const load = await createNodeLoad(a, oracle, 8, 20);
      const sending = startSending(nodes, load);
      await oracle.further(8 * 20, '/ok/');
      await nodes.start();
      await nodes.settled();
      await oracle.further(8 * 20, '/ok/');
      await sending.stop();
      const arrivals = await allArrived(oracle, load, sending);
      expect(doubled(arrivals)).toEqual([]);
      expect(repeats(arrivals)).toEqual([]);
      expect(windowsOver(arrivals, load)).toEqual([]);
      expect((await nodesOf(b)).map(({ slots }) => slots).sort()).toEqual([85, 85, 86]);
    },
    3 * PATIENCE_MS,
  );

  test.runIf(LONG_FORM)(
    'a wall clock that jumps by half a day, forward and back, makes no node exceed a limit, lose anything, or repeat a request',
    async () => {
      const c = await nodes.start({ clockSteps: true });
      await nodes.settled();
      const load = await createNodeLoad(a, oracle, 8, 30);
      const sending = startSending(nodes, load);
      const created = await createOnce(a);
      for (let step = 0; step < 2; step++) {
        await oracle.further(8 * 30, '/ok/');
        c.signal('SIGUSR2');
        await until('the clock is set', async () => c.output().split('wall clock set').length === step + 2);
        expect(await createOnce(c)).toBe(created);
      }
      await oracle.further(8 * 30, '/ok/');
      await until('all nodes are alive', async () =>
        (await nodesOf(a)).every(({ state }) => state === 'alive'),
      );
      await nodes.settled();
      await sending.stop();
      const arrivals = await allArrived(oracle, load, sending);
      expect(doubled(arrivals)).toEqual([]);
      expect(windowsOver(arrivals, load)).toEqual([]);
      console.log(`clock steps: ${repeats(arrivals).length} repeated`);
    },
    3 * PATIENCE_MS,
  );
});

/** Creates an application under a key that is always the same, and says which. */
async function createOnce({ baseUrl, adminToken }: RunningNode): Promise<string> {
  const response = await fetch(`${baseUrl}/api/v1/app`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${adminToken}`,
      'content-type': 'application/json',
      'idempotency-key': 'the-same-at-all-nodes',
    },
    body: JSON.stringify({ name: 'Once' }),
  });
  return (await response.json()).id;
}
