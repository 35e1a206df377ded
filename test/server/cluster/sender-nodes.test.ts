import { afterEach, expect, test } from 'vitest';
import { CLUSTER_KEY_HEADER, clusterKeyOf, PASSED_ON_HEADER } from '../../../src-server/cluster/cluster-key';
import { jsonOf } from '../../../src-server/contract/operation';
import type { Route } from '../../../src-server/http/route';
import { eventually } from '../../support/eventually';
import { SECRET, startPeers } from '../../support/peer-rig';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const row = (part: Pick<Route, 'method' | 'path' | 'handler'> & Partial<Route>): Route => ({
  access: 'admin',
  summary: '',
  responses: {},
  ...part,
});
const body = jsonOf({ type: 'object', properties: { text: { type: 'string' } } });

/** Each response says which node gave it, and what it got. */
const rows = (own: string): readonly Route[] => [
  row({
    method: 'GET',
    path: '/app/{app}/endpoint/{endpoint}/pace',
    runsAt: 'endpoint-sender',
    handler: ({ params }) => ({ status: 200, body: { own, ...params }, tag: own }),
  }),
  row({
    method: 'GET',
    path: '/app/{app}/endpoint/{endpoint}/history',
    query: { step: { type: 'integer', default: 1, description: '' } },
    runsAt: 'endpoint-sender',
    worksWithoutSender: ({ step }) => step === 60,
    handler: ({ query }) => ({ status: 200, body: { own, ...query } }),
  }),
  row({
    method: 'POST',
    path: '/app/{app}/endpoint/{endpoint}/cancel-msgs',
    body,
    runsAt: 'endpoint-sender',
    handler: (input) => ({ status: 202, body: { own, got: input.body, origin: input.origin } }),
  }),
  row({
    method: 'POST',
    path: '/app/{app}/endpoint/{endpoint}/recover',
    runsAt: 'endpoint-sender',
    worksWithoutSender: () => true,
    handler: () => ({ status: 204 }),
  }),
];

async function peers(count = 2) {
  const rig = await startPeers({ count, rows });
  stops.push(rig.stop);
  const [a, b, c] = rig.nodes;
  if (!a || !b) throw new Error('too few nodes');
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${a.url}/api/v1/app/app_1/endpoint${path}`, {
      ...init,
      headers: { authorization: 'Bearer token', ...init.headers },
    });
  return { ...rig, a, b, c, ask };
}

test('a request about an endpoint is answered by the node that sends to it, also by uid', async () => {
  const { owners, uids, ask, b } = await peers();
  owners.set('ep_1', 1).set('ep_2', 0);
  uids.set('my endpoint', 'ep_1');
  const response = await ask('/my%20endpoint/pace?x=1');
  expect(response.status).toBe(200);
  expect(response.headers.get('etag')).toBe('"node-1"');
  expect(await response.json()).toEqual({ own: 'node-1', app: 'app_1', endpoint: 'my endpoint' });
  expect(b.requests).toEqual(['GET /api/v1/app/app_1/endpoint/my%20endpoint/pace']);
  expect(await (await ask('/ep_2/pace')).json()).toMatchObject({ own: 'node-0' });
  expect(b.requests).toHaveLength(1);
  expect((await ask('/ep_1/pace', { method: 'HEAD' })).status).toBe(200);
});

test('method, query, body and the address that the caller used stay as they are', async () => {
  const { owners, ask, a } = await peers();
  owners.set('ep_1', 1);
  expect(await (await ask('/ep_1/history?step=7')).json()).toEqual({ own: 'node-1', step: 7 });
  const init = { method: 'POST', body: '{"text":"ä"}', headers: { 'content-type': 'application/json' } };
  const response = await ask('/ep_1/cancel-msgs', init);
  expect(response.status).toBe(202);
  expect(await response.json()).toEqual({ own: 'node-1', got: { text: 'ä' }, origin: a.url });
});

test('a refusal of the other node comes back unchanged', async () => {
  const { owners, ask } = await peers();
  owners.set('ep_1', 1);
  const response = await ask('/ep_1/cancel-msgs', { method: 'POST', body: '{"text":1}' });
  expect(response.status).toBe(422);
});

test('without a sender, what only memory knows is refused for now, and the rest is answered', async () => {
  const { owners, ask, b } = await peers();
  const expectRefusal = async (response: Response) => {
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toMatchObject({ code: 'unavailable' });
  };
  await expectRefusal(await ask('/ep_1/pace'));
  expect(await (await ask('/ep_1/history?step=60')).json()).toEqual({ own: 'node-0', step: 60 });
  expect((await ask('/ep_1/recover', { method: 'POST' })).status).toBe(204);
  owners.set('ep_1', 1);
  b.disturb = () => null;
  await expectRefusal(await ask('/ep_1/pace'));
  await expectRefusal(await ask('/ep_1/history?step=1'));
  expect(await (await ask('/ep_1/history?step=60')).json()).toEqual({ own: 'node-0', step: 60 });
  // It may have begun there.
  await expectRefusal(await ask('/ep_1/recover', { method: 'POST' }));
});

test('a node that stopped listening keeps nobody waiting', async () => {
  const { owners, ask, b } = await peers();
  owners.set('ep_1', 1);
  await b.stop();
  stops.pop();
  expect((await ask('/ep_1/pace')).status).toBe(503);
  expect((await ask('/ep_1/recover', { method: 'POST' })).status).toBe(204);
});

test('a read of a node that says nothing ends after two seconds', async () => {
  const { owners, ask, b } = await peers();
  owners.set('ep_1', 1);
  b.isSilent = true;
  const begun = performance.now();
  expect((await ask('/ep_1/pace')).status).toBe(503);
  expect(performance.now() - begun).toBeLessThan(4000);
});

test('a write of a node that says nothing ends when somebody else is the owner', async () => {
  const { owners, ask, a, b } = await peers();
  owners.set('ep_1', 1);
  b.isSilent = true;
  const pending = ask('/ep_1/cancel-msgs', { method: 'POST', body: '{}' });
  await eventually(() => expect(b.requests).toHaveLength(1));
  owners.set('ep_1', 0);
  await a.beat();
  expect((await pending).status).toBe(503);
});

test('a request is passed on once: nodes that take each other for the owner do not pass it in circles', async () => {
  const { owners, ask, a, b, c } = await peers(3);
  owners.set('ep_1', 1);
  b.believes('ep_1', 2);
  expect((await ask('/ep_1/pace')).status).toBe(503);
  expect(a.requests).toHaveLength(1);
  expect(b.requests).toHaveLength(1);
  expect(c?.requests).toHaveLength(0);
});

test('a caller who claims that the request was passed on gets it passed on all the same', async () => {
  const { owners, ask } = await peers();
  owners.set('ep_1', 1);
  const headers = { [PASSED_ON_HEADER]: 'node-1', [CLUSTER_KEY_HEADER]: clusterKeyOf('guessed') };
  expect(await (await ask('/ep_1/pace', { headers })).json()).toMatchObject({ own: 'node-1' });
  const own = { ...headers, [CLUSTER_KEY_HEADER]: clusterKeyOf(SECRET) };
  expect((await ask('/ep_1/pace', { headers: own })).status).toBe(503);
});
