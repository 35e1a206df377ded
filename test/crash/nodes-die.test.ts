import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOwnPostgres } from '../support/engines';
import { LONG_FORM, NIGHTLY } from './crash-size';
import {
  allArrived,
  createNodeLoad,
  doubled,
  type Lane,
  lanesOf,
  longestGaps,
  type NodeLoad,
  nowMs,
  repeats,
  type Sending,
  startSending,
  windowsOver,
} from './node-load';
import { PATIENCE_MS, type RunningNode, type RunningNodes, startNodes } from './start-nodes';
import { type Oracle, type OracleArrival, startOracle } from './start-oracle';

/**
 * Several nodes, each a built server in its own process, under load, while one of them is killed, stopped or frozen.
 * The receiver is the oracle: it knows what arrived, when, and how often, whoever sent it.
 */
const LIMIT = LONG_FORM ? 30 : 10;
const LANES = LONG_FORM ? 8 : 6;
const NODES = LONG_FORM ? 3 : 2;
/** What was sent this long before the end of a node may not be recorded on a busy machine, and is sent again. */
const IN_FLIGHT_MS = LONG_FORM ? 1000 : 3000;
/** Beside the time that is promised, what a busy machine needs. */
const BUSY_MS = LONG_FORM ? 500 : 3000;
const TIME = 4 * PATIENCE_MS;

let nodes: RunningNodes;
let oracle: Oracle;

interface Underway {
  readonly load: NodeLoad;
  readonly sending: Sending;
  /** A node that sends to some of the endpoints, and which. */
  readonly node: RunningNode;
  readonly own: readonly Lane[];
}

async function underLoad(): Promise<Underway> {
  const [first] = nodes.list;
  if (!first) throw new Error('there is no node');
  const load = await createNodeLoad(first, oracle, LANES, LIMIT);
  const sending = startSending(nodes, load);
  await oracle.further(LANES * LIMIT * 2, '/ok/');
  for (const node of nodes.list.toReversed()) {
    const own = await lanesOf(nodes, node, load);
    if (own.length > 0) return { load, sending, node, own };
  }
  throw new Error('no node sends to these endpoints');
}

/** Waits for the end, and checks what holds whatever happened. */
async function ended({ load, sending }: Underway): Promise<readonly OracleArrival[]> {
  await sending.stop();
  const arrivals = await allArrived(oracle, load, sending);
  expect(doubled(arrivals)).toEqual([]);
  expect(windowsOver(arrivals, load)).toEqual([]);
  return arrivals;
}

const longest = (
  arrivals: readonly OracleArrival[],
  lanes: readonly Lane[],
  afterMs: number,
  withinMs: number,
) =>
  Math.max(
    ...longestGaps(arrivals, lanes, { afterMs, beforeMs: afterMs + withinMs }).map(
      ({ lengthMs }) => lengthMs,
    ),
  );

describeOwnPostgres('nodes that die or are replaced', () => {
  // What a test has ended is replaced before the next one.
  beforeAll(async () => {
    nodes = await startNodes(0);
  }, PATIENCE_MS);
  beforeEach(async () => {
    oracle = await startOracle();
    while (nodes.list.length < NODES) await nodes.start();
    await nodes.settled();
  }, PATIENCE_MS);
  afterEach(() => oracle.stop());
  afterAll(() => nodes.dispose());

  test(
    'a node is killed: the others send to its endpoints within 10 s, lose nothing, and repeat only what was in flight',
    async () => {
      const underway = await underLoad();
      const killedMs = nowMs();
      await nodes.end(underway.node, 'SIGKILL');
      await nodes.settled();
      await oracle.further(LANES * LIMIT * 2, '/ok/');
      const arrivals = await ended(underway);
      const silence = longest(arrivals, underway.own, killedMs, 15_000);
      expect(silence).toBeLessThan(10_000 + BUSY_MS);
      expect(silence).toBeGreaterThan(3000);
      for (const { path, firstMs } of repeats(arrivals)) {
        expect(underway.own.map((lane) => lane.path)).toContain(path);
        expect(killedMs - firstMs).toBeLessThan(IN_FLIGHT_MS);
      }
      if (LONG_FORM)
        console.log(`killed: silent for ${silence.toFixed(0)} ms, ${repeats(arrivals).length} repeated`);
    },
    TIME,
  );

  // In the gate, `server-on-postgres.test.ts` stops a node, and `cluster-model.test.ts` asks what is lost or repeated then.
  test.runIf(NIGHTLY)(
    'a node is asked to stop: the others send to its endpoints within 2 s, and nothing is lost or repeated',
    async () => {
      const underway = await underLoad();
      const askedMs = nowMs();
      await nodes.end(underway.node, 'SIGTERM');
      await nodes.settled();
      await oracle.further(LANES * LIMIT * 2, '/ok/');
      const arrivals = await ended(underway);
      const silence = longest(arrivals, underway.own, askedMs, 5000);
      expect(silence).toBeLessThan(2000 + BUSY_MS);
      expect(repeats(arrivals)).toEqual([]);
      if (LONG_FORM) console.log(`asked to stop: silent for ${silence.toFixed(0)} ms`);
    },
    TIME,
  );

  test.runIf(LONG_FORM)(
    'a node is frozen longer than its lease and goes on: no limit is exceeded, and nothing repeated but what was in flight',
    async () => {
      const underway = await underLoad();
      const frozenMs = nowMs();
      underway.node.signal('SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, 8000));
      underway.node.signal('SIGCONT');
      await nodes.settled();
      await oracle.further(LANES * LIMIT * 2, '/ok/');
      const arrivals = await ended(underway);
      for (const { path, firstMs } of repeats(arrivals)) {
        expect(underway.own.map((lane) => lane.path)).toContain(path);
        expect(Math.abs(frozenMs - firstMs)).toBeLessThan(IN_FLIGHT_MS);
      }
      const silence = longest(arrivals, underway.own, frozenMs, 15_000);
      console.log(`frozen: silent for ${silence.toFixed(0)} ms, ${repeats(arrivals).length} repeated`);
    },
    TIME,
  );

  test.runIf(LONG_FORM)(
    'all nodes are replaced one after the other: nothing is lost or repeated, and no limit is exceeded',
    async () => {
      const underway = await underLoad();
      const beganMs = nowMs();
      for (const node of [...nodes.list]) {
        await nodes.start();
        await nodes.settled();
        await nodes.end(node, 'SIGTERM');
        await nodes.settled();
      }
      await underway.sending.further(LIMIT);
      const arrivals = await ended(underway);
      expect(repeats(arrivals)).toEqual([]);
      const silence = longest(arrivals, underway.load.lanes, beganMs, 120_000);
      console.log(`rolling restart: silent for at most ${silence.toFixed(0)} ms`);
    },
    TIME,
  );
});
