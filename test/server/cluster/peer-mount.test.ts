import { expect, onTestFinished, test } from 'vitest';
import { CLUSTER_KEY_HEADER, clusterKeyOf } from '../../../src-server/cluster/cluster-key';
import { SECRET, startPeers } from '../../support/peer-rig';

async function node() {
  const rig = await startPeers({ count: 1 });
  onTestFinished(rig.stop);
  const [peer] = rig.nodes;
  if (!peer) throw new Error('no node');
  const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(peer.url + path, { method: 'POST', body, headers });
  return { ...rig, peer, post, key: { [CLUSTER_KEY_HEADER]: clusterKeyOf(SECRET) } };
}

test.each([
  ['no key', {}],
  ['the secret itself', { [CLUSTER_KEY_HEADER]: SECRET }],
  ['the key of another secret', { [CLUSTER_KEY_HEADER]: clusterKeyOf(`${SECRET}!`) }],
  ['the admin token', { authorization: 'Bearer token' }],
])('with %s, nothing under /internal/v1 answers', async (_what, headers) => {
  const { post, peer, owners } = await node();
  owners.set('ep_1', 0);
  for (const path of ['/internal/v1/cancel', '/internal/v1/fleet', '/internal/v1/nothing']) {
    const response = await post(path, JSON.stringify({ endpointId: 'ep_1', deliveryIds: [1] }), headers);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ code: 'authentication_failed', detail: 'Invalid cluster key' });
  }
  expect(peer.reported.canceled).toEqual([]);
});

test('what is no operation, no JSON, or too large is refused like everywhere', async () => {
  const { post, key, peer } = await node();
  expect((await post('/internal/v1/nothing', '{}', key)).status).toBe(404);
  expect((await post('/internal/v1/constructor', '{}', key)).status).toBe(404);
  expect((await post('/internal/v1/cancel', '{', key)).status).toBe(422);
  expect((await post('/internal/v1/cancel', '{"endpointId":1}', key)).status).toBe(422);
  expect((await post('/internal/v1/cancel', 'null', key)).status).toBe(422);
  expect((await post('/internal/v1/live', '{"stream":1}', key)).status).toBe(422);
  expect((await post('/internal/v1/cancel', ' '.repeat(1_100_000), key)).status).toBe(413);
  expect((await fetch(`${peer.url}/internal/v1/cancel`, { headers: key })).status).toBe(405);
});

test('when a node has freed slots, the others beat at once', async () => {
  const rig = await startPeers({ count: 3 });
  onTestFinished(rig.stop);
  const [a, ...others] = rig.nodes;
  a?.free();
  await Promise.all(others.map(({ beatsNow }) => beatsNow));
  expect(a?.requests).toEqual([]);
});

test('a node with another secret is told nothing', async () => {
  const rig = await startPeers({ secrets: [SECRET, `${SECRET}!`] });
  onTestFinished(rig.stop);
  const [a, b] = rig.nodes;
  rig.owners.set('ep_1', 1);
  await expect(a?.others.cancel('ep_1', [1])).rejects.toMatchObject({ status: 503 });
  expect(b?.reported.canceled).toEqual([]);
});
