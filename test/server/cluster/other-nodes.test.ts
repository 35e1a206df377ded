import { expect, onTestFinished, test } from 'vitest';
import { ENDPOINTS_MAX } from '../../../src-server/cluster/peer-operations';
import { startPeers } from '../../support/peer-rig';

async function peers() {
  const rig = await startPeers({ count: 3 });
  onTestFinished(rig.stop);
  const [a, b, c] = rig.nodes;
  if (!a || !b || !c) throw new Error('too few nodes');
  rig.owners.set('ep_a', 0).set('ep_b1', 1).set('ep_b2', 1).set('ep_c', 2);
  return { ...rig, a, b, c };
}

test('each node tells the state of the endpoints that it sends to', async () => {
  const { a } = await peers();
  const { states, covers } = await a.otherNodes.deliveryStates();
  expect(states.map(({ counts }) => counts.idle)).toEqual([2, 1]);
  expect(['ep_a', 'ep_b1', 'ep_c', 'ep_nobody'].map(covers)).toEqual([false, true, true, false]);
});

test('a node that does not answer is left out, and its endpoints are nobody else’s', async () => {
  const { a, b } = await peers();
  b.disturb = () => 500;
  const { states, covers } = await a.otherNodes.deliveryStates();
  expect(states.map(({ counts }) => counts.idle)).toEqual([1]);
  expect(['ep_b1', 'ep_c'].map(covers)).toEqual([false, true]);
});

test('an endpoint that this node does not send to counts as sent to elsewhere, also while no node sends to it', async () => {
  const { a } = await peers();
  const { sendsElsewhere } = a.otherNodes;
  expect(['ep_a', 'ep_b1', 'ep_nobody'].map(sendsElsewhere)).toEqual([false, true, true]);
});

test('each node tells its delayed endpoints, also more than the state of all deliveries lists', async () => {
  const { a, b, owners, delayed } = await peers();
  const ids = Array.from({ length: 1500 }, (_, n) => `ep_${n}`);
  for (const [n, id] of ids.entries()) owners.set(id, 1 + (n % 2));
  for (const id of ['ep_a', ...ids]) delayed.add(id);
  const found = await a.otherNodes.delayed();
  expect(found.map(({ endpointId }) => endpointId).toSorted()).toEqual(ids.toSorted());
  expect(found[0]).toMatchObject({ appId: 'app_1', waitMs: 600_000 });
  // One of a version before cannot say it.
  b.disturb = () => 404;
  expect(await a.otherNodes.delayed()).toHaveLength(750);
});

test('a node that says nothing is left out after two seconds', async () => {
  const { a, b } = await peers();
  b.isSilent = true;
  expect((await a.otherNodes.deliveryStates()).states).toHaveLength(1);
});

test('minutes that are not stored yet come from all nodes', async () => {
  const { a } = await peers();
  const minutes = await a.otherNodes.minutes(['app_1'], 60, 120);
  // Each node measures all four endpoints in this test: 10 or 100 sends of each.
  expect(minutes.reduce((sum, { sends }) => sum + sends, 0)).toBe(440);
  expect(minutes[0]).toMatchObject({ applicationId: 'app_1', at: 60 });
});

test('what waits for endpoints is asked of their senders only', async () => {
  const { a, b, c } = await peers();
  const queues = await a.otherNodes.queues(['ep_a', 'ep_b2', 'ep_nobody']);
  expect([...queues.values()]).toEqual([
    {
      ...{ endpointId: 'ep_b2', waiting: 10, heldForMs: null },
      flow: { waitMs: 10, retries: 1, isRecent: true },
    },
  ]);
  expect([b.requests.length, c.requests.length]).toEqual([1, 0]);
});

test('what waits for more endpoints than one request may name is asked for in several', async () => {
  const { a, b, owners } = await peers();
  const ids = Array.from({ length: ENDPOINTS_MAX + 1 }, (_, n) => `ep_${n}`);
  for (const id of ids) owners.set(id, 1);
  expect((await a.otherNodes.queues(ids)).size).toBe(ids.length);
  expect(b.requests).toHaveLength(2);
});

test('each node explains a message at the endpoints that it sends to', async () => {
  const { a, c } = await peers();
  c.disturb = () => null;
  const explained = await a.otherNodes.explain({
    applicationId: 'app_1',
    messageId: 'msg_1',
    endpointIds: ['ep_a', 'ep_b1', 'ep_b2', 'ep_c'],
    exact: true,
  });
  expect([...explained].map(([id, { sentence }]) => [id, sentence])).toEqual([
    ['ep_b1', 'node-1 says why msg_1 waits for ep_b1'],
    ['ep_b2', 'node-1 says why msg_1 waits for ep_b2'],
  ]);
});
