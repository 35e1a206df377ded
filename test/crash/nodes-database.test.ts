import { afterEach, beforeEach, expect, test } from 'vitest';
import { crashServer, resumeServer } from '../../resources/tools/postgres-server.mjs';
import { describeOwnPostgres } from '../support/engines';
import { LONG_FORM } from './crash-size';
import {
  allArrived,
  createNodeLoad,
  doubled,
  lanesOf,
  longestGaps,
  nowMs,
  repeats,
  startSending,
  windowsOver,
} from './node-load';
import { nodesOf, PATIENCE_MS, type RunningNodes, startNodes, until } from './start-nodes';
import { type Oracle, startOracle } from './start-oracle';

/** Nodes under load whose way to the database is cut, or whose database crashes. */
const LIMIT = 30;
const LANES = 8;
/** A lease of 6 s without its margin of 1.5 s. */
const SILENT_WITHIN_MS = 4500;
const TAKEN_OVER_WITHIN_MS = 10_000;
/** What was sent this long before a node lost its way to the database may not be recorded. */
const UNRECORDED_MS = 1000;
const BUSY_MS = 500;
const TIME = 4 * PATIENCE_MS;

let nodes: RunningNodes;
let oracle: Oracle;

beforeEach(async () => {
  oracle = await startOracle();
  nodes = await startNodes(2);
  await nodes.settled();
});
afterEach(async () => {
  await nodes.dispose();
  oracle.stop();
});

async function underLoad() {
  const [first, second] = nodes.list;
  if (!first || !second) throw new Error('there are no two nodes');
  const load = await createNodeLoad(first, oracle, LANES, LIMIT);
  const sending = startSending(nodes, load);
  await oracle.further(LANES * LIMIT * 2, '/ok/');
  return { load, sending, first, second };
}

for (const way of ['closed', 'silent'] as const)
  test.runIf(LONG_FORM)(
    `a node whose way to the database is ${way} sends nothing after 4.5 s, the other takes over, and it joins again`,
    async () => {
      const { load, sending, second } = await underLoad();
      const own = await lanesOf(nodes, second, load);
      expect(own.length).toBeGreaterThan(0);
      const cutMs = nowMs();
      if (way === 'silent') second.proxy.stall(true);
      else {
        second.proxy.letThrough(false);
        second.proxy.cut();
      }
      const [first] = nodes.list;
      if (!first) throw new Error('there is no node');
      await until('the other node has all slots', async () =>
        (await nodesOf(first)).some(({ self, slots }) => self && slots === 256),
      );
      await oracle.further(LANES * LIMIT * 2, '/ok/');
      if (way === 'silent') second.proxy.stall(false);
      else second.proxy.letThrough(true);
      const healedMs = nowMs();
      await nodes.settled();
      const joinedMs = nowMs();
      await oracle.further(LANES * LIMIT, '/ok/');
      await sending.stop();
      const arrivals = await allArrived(oracle, load, sending);
      expect(doubled(arrivals)).toEqual([]);
      expect(windowsOver(arrivals, load)).toEqual([]);
      const gaps = longestGaps(arrivals, own, { afterMs: cutMs, beforeMs: healedMs });
      for (const { path, fromMs, lengthMs } of gaps) {
        expect(fromMs - cutMs, path).toBeLessThan(SILENT_WITHIN_MS + BUSY_MS);
        expect(fromMs + lengthMs - cutMs, path).toBeLessThan(TAKEN_OVER_WITHIN_MS + BUSY_MS);
      }
      // What it sent while it was still trusted cannot be recorded, and the other repeats it.
      for (const { path, firstMs } of repeats(arrivals)) {
        expect(own.map((lane) => lane.path)).toContain(path);
        expect(firstMs - cutMs).toBeGreaterThan(-UNRECORDED_MS);
        expect(firstMs - cutMs).toBeLessThan(SILENT_WITHIN_MS + BUSY_MS);
      }
      console.log(
        `${way}: silent ${gaps.map(({ fromMs }) => (fromMs - cutMs).toFixed(0)).join(', ')} ms after the cut, ` +
          `for ${Math.max(...gaps.map(({ lengthMs }) => lengthMs)).toFixed(0)} ms; joined ${(joinedMs - healedMs).toFixed(0)} ms after it was healed; ` +
          `${repeats(arrivals).length} repeated`,
      );
    },
    TIME,
  );

describeOwnPostgres('nodes that lose their database', () => {
  test.runIf(LONG_FORM)(
    'PostgreSQL crashes under load: callers hear 503 with Retry-After, nothing accepted is lost, and all goes on by itself',
    async () => {
      const { load, sending } = await underLoad();
      const crashedMs = nowMs();
      await crashServer(nodes.folder);
      // Longer than what a node tries by itself before it answers, and than any trust.
      await until('callers are refused', async () => sending.refusals.length > 0);
      await new Promise((resolve) => setTimeout(resolve, 3000));
      await resumeServer(nodes.folder);
      const resumedMs = nowMs();
      await sending.further(LIMIT * 2);
      await nodes.settled();
      await sending.stop();
      const arrivals = await allArrived(oracle, load, sending);
      expect(doubled(arrivals)).toEqual([]);
      expect(windowsOver(arrivals, load)).toEqual([]);
      expect(new Set(sending.refusals.map(({ status }) => status))).toEqual(new Set([503]));
      expect(sending.refusals.filter(({ retryAfter }) => !(Number(retryAfter) > 0))).toEqual([]);
      const again = longestGaps(arrivals, load.lanes, { afterMs: crashedMs, beforeMs: resumedMs });
      const late = Math.max(...again.map(({ fromMs, lengthMs }) => fromMs + lengthMs - resumedMs));
      console.log(
        `PostgreSQL away for ${(resumedMs - crashedMs).toFixed(0)} ms: ${sending.refusals.length} refused, ` +
          `sending again ${late.toFixed(0)} ms after it was back, ${repeats(arrivals).length} repeated`,
      );
      expect(late).toBeLessThan(TAKEN_OVER_WITHIN_MS + BUSY_MS);
    },
    TIME,
  );
});
