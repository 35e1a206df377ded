import { expect, onTestFinished, test } from 'vitest';
import type { LiveAttempt, LiveEvent, LiveTraffic } from '../../../src-server/contract/live-event';
import { eventually } from '../../support/eventually';
import { type PeerNode, startPeers } from '../../support/peer-rig';

async function peers(count = 2) {
  const rig = await startPeers({ count });
  onTestFinished(rig.stop);
  const [a, b, c] = rig.nodes;
  if (!a || !b) throw new Error('too few nodes');
  return { ...rig, a, b, c };
}

const attempt = (id: string) => ({ id }) as LiveAttempt;
const traffic = (endpointId: string, reason: string) => ({ endpointId, reason }) as LiveTraffic;

/** Watches a node as its pages do. */
function watch(node: PeerNode) {
  const events: LiveEvent[] = [];
  const stop = node.liveBus.subscribe((some) => events.push(...some));
  const attempts = () =>
    events.flatMap((event) => (event.kind === 'attempts' ? event.attempts.map(({ id }) => id) : []));
  return { events, attempts, stop };
}

/** Until another node tells this one what happens there. */
const followed = (node: PeerNode) => eventually(() => expect(node.liveBus.isWatched).toBe(true));
const leftAlone = (node: PeerNode) => eventually(() => expect(node.liveBus.isWatched).toBe(false));

test('while somebody watches a node, and only then, it shows what happens on the others', async () => {
  const { a, b } = await peers();
  await a.beat();
  expect(b.requests).toEqual([]);
  const { attempts, events, stop } = watch(a);
  await followed(b);
  b.liveBus.publish({ kind: 'attempt', attempt: attempt('atmpt_b') });
  a.liveBus.publish({ kind: 'attempt', attempt: attempt('atmpt_a') });
  b.liveBus.publish({ kind: 'catalog-changed' });
  await eventually(() => expect(attempts().sort()).toEqual(['atmpt_a', 'atmpt_b']));
  await eventually(() => expect(events).toContainEqual({ kind: 'catalog-changed' }));
  stop();
  await leftAlone(b);
  await a.beat();
  expect(b.requests).toEqual(['POST /internal/v1/live']);
});

test('two nodes that watch each other do not tell each other their own news', async () => {
  const { a, b } = await peers();
  const [atA, atB] = [watch(a), watch(b)];
  await followed(a);
  await followed(b);
  await eventually(() => expect([a.requests.length, b.requests.length]).toEqual([1, 1]));
  a.liveBus.publish({ kind: 'attempt', attempt: attempt('atmpt_1') });
  await eventually(() => expect(atB.attempts()).toEqual(['atmpt_1']));
  b.liveBus.publish({ kind: 'attempt', attempt: attempt('atmpt_2') });
  await eventually(() => expect(atA.attempts()).toEqual(['atmpt_1', 'atmpt_2']));
  await eventually(() => expect(atB.attempts()).toEqual(['atmpt_1', 'atmpt_2']));
});

test('one stream from each other node is enough for all who watch', async () => {
  const { a, b } = await peers();
  watch(a);
  watch(a);
  await followed(b);
  await a.beat();
  expect(b.requests).toEqual(['POST /internal/v1/live']);
});

test('nodes that come and go are followed and left with the next beat', async () => {
  const { a, b, c, dead } = await peers(3);
  if (!c) throw new Error('too few nodes');
  dead.add(2);
  const { attempts } = watch(a);
  await followed(b);
  expect(c.requests).toEqual([]);
  dead.delete(2);
  dead.add(1);
  await a.beat();
  await followed(c);
  await leftAlone(b);
  c.liveBus.publish({ kind: 'attempt', attempt: attempt('atmpt_c') });
  await eventually(() => expect(attempts()).toEqual(['atmpt_c']));
});

test('a stream that broke is opened again with the next beat', async () => {
  const { a, b } = await peers();
  b.disturb = () => 500;
  const { attempts } = watch(a);
  await eventually(() => expect(b.requests).toHaveLength(1));
  b.disturb = null;
  await eventually(async () => {
    await a.beat();
    expect(b.liveBus.isWatched).toBe(true);
  });
  b.liveBus.publish({ kind: 'attempt', attempt: attempt('atmpt_b') });
  await eventually(() => expect(attempts()).toEqual(['atmpt_b']));
});

test('the traffic of an endpoint is shown by whoever watches it, as its sender tells it', async () => {
  const { a, b, owners } = await peers();
  owners.set('ep_a', 0).set('ep_b', 1);
  watch(a);
  await followed(b);
  const seen: LiveTraffic[] = [];
  const stop = a.watch(['ep_a', 'ep_b'], (endpoints) => seen.push(...endpoints));
  expect(a.watched()).toEqual(['ep_a']);
  await eventually(() => expect(b.watched()).toEqual(['ep_a', 'ep_b']));
  a.measure(traffic('ep_a', 'by a'));
  b.measure(traffic('ep_b', 'by b'));
  b.measure(traffic('ep_a', 'not its sender'));
  b.measure(traffic('ep_c', 'nobody asked'));
  b.measure(traffic('ep_b', 'at last'));
  await eventually(() => expect(seen.at(-1)?.reason).toBe('at last'));
  expect(seen.map(({ reason }) => reason)).toEqual(['by a', 'by b', 'at last']);
  stop();
  a.measure(traffic('ep_a', 'too late'));
  expect(seen).toHaveLength(3);
});

test('an endpoint is watched where its new sender is', async () => {
  const { a, b, owners } = await peers();
  owners.set('ep_1', 0);
  watch(a);
  await followed(b);
  const seen: LiveTraffic[] = [];
  a.watch(['ep_1'], (endpoints) => seen.push(...endpoints));
  await eventually(() => expect(b.watched()).toEqual(['ep_1']));
  owners.set('ep_1', 1);
  await a.beat();
  expect(a.watched()).toEqual([]);
  b.measure(traffic('ep_1', 'by b'));
  await eventually(() => expect(seen.map(({ reason }) => reason)).toEqual(['by b']));
});
