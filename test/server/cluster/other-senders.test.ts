import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../support/eventually';
import { startPeers } from '../../support/peer-rig';

async function peers(...given: Parameters<typeof startPeers>) {
  const rig = await startPeers(...given);
  onTestFinished(rig.stop);
  const [a, b, c] = rig.nodes;
  if (!a || !b) throw new Error('too few nodes');
  return { ...rig, a, b, c };
}

const sumOf = (maps: readonly ReadonlyMap<string, number>[], endpointId: string) =>
  maps.reduce((sum, counts) => sum + (counts.get(endpointId) ?? 0), 0);
const wakes = (requests: readonly string[]) => requests.filter((request) => request.endsWith('/wake')).length;

test('what is stored for the endpoints of another node adds up while one message is on its way', async () => {
  const { a, b, owners } = await peers();
  owners.set('ep_1', 1).set('ep_2', 1);
  for (let n = 0; n < 100; n++) a.others.stored('ep_1', 1);
  a.others.stored('ep_2', 3);
  await eventually(() => expect(sumOf(b.reported.stored, 'ep_2')).toBe(3));
  expect(sumOf(b.reported.stored, 'ep_1')).toBe(100);
  expect(wakes(b.requests)).toBe(1);
});

test('however much is stored while a message is on its way, it leaves with the next one', async () => {
  const { a, b, owners } = await peers();
  owners.set('ep_new', 1).set('ep_1', 1).set('ep_2', 1);
  let goOn = (): void => undefined;
  b.reading = new Promise((resolve) => {
    goOn = resolve;
  });
  b.unknown.add('ep_new');
  a.others.stored('ep_new', 1);
  await eventually(() => expect(b.reported.stored).toHaveLength(1));
  for (let n = 0; n < 50; n++) {
    a.others.stored('ep_1', 1);
    a.others.stored('ep_2', 2);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(wakes(b.requests)).toBe(1);
  goOn();
  await eventually(() => expect(sumOf(b.reported.stored, 'ep_2')).toBe(100));
  expect(sumOf(b.reported.stored, 'ep_1')).toBe(50);
  expect(wakes(b.requests)).toBe(2);
});

test('retries that became due and forgiven endpoints go the same way', async () => {
  const { a, b, owners } = await peers();
  owners.set('ep_1', 1);
  a.others.forgive('ep_1');
  a.others.madeDue('ep_1', 4);
  a.others.madeDue('ep_1', 5);
  await eventually(() => expect(b.reported.madeDue).toEqual([['ep_1', 9]]));
  expect(b.reported.forgiven).toEqual(['ep_1']);
  expect(wakes(b.requests)).toBe(1);
});

test.each([
  ['fails', () => 500],
  ['redirects', () => 307],
  ['cuts the connection', () => null],
])(
  'what is told to a node that %s is told again after the next beat, and counted once',
  async (_what, disturb) => {
    const { a, b, owners } = await peers();
    owners.set('ep_1', 1);
    b.disturb = disturb;
    a.others.stored('ep_1', 2);
    await eventually(() => expect(wakes(b.requests)).toBe(1));
    expect(b.requests).toHaveLength(1); // a redirect is not followed
    b.disturb = null;
    a.others.stored('ep_1', 5);
    await eventually(async () => {
      await a.beat();
      expect(sumOf(b.reported.stored, 'ep_1')).toBe(7);
    });
  },
);

test('a message whose answer was lost comes again, and counts once', async () => {
  const { a, b, owners } = await peers();
  owners.set('ep_1', 1);
  b.losesReplies = true;
  a.others.stored('ep_1', 2);
  await eventually(() => expect(sumOf(b.reported.stored, 'ep_1')).toBe(2));
  b.losesReplies = false;
  a.others.stored('ep_1', 1);
  await eventually(async () => {
    await a.beat();
    expect(sumOf(b.reported.stored, 'ep_1')).toBe(3);
  });
  expect(b.reported.stored).toHaveLength(2);
  expect(wakes(b.requests)).toBe(3);
});

test('what nobody sends to waits for a new owner, which may be this node', async () => {
  const { a, b, owners } = await peers();
  a.others.stored('ep_1', 2);
  a.others.stored('ep_2', 3);
  await a.beat();
  expect(b.requests).toEqual([]);
  owners.set('ep_1', 1).set('ep_2', 0);
  await a.beat();
  await eventually(() => expect(sumOf(b.reported.stored, 'ep_1')).toBe(2));
  await eventually(() => expect(sumOf(a.reported.stored, 'ep_2')).toBe(3));
});

test('what a node refuses, because it is not the owner any more, goes to the new one', async () => {
  const { a, b, c, owners } = await peers({ count: 3 });
  if (!c) throw new Error('too few nodes');
  owners.set('ep_1', 1);
  a.others.stored('ep_1', 2);
  owners.set('ep_1', 2); // node b knows it, and a has already chosen b
  await eventually(() => expect(wakes(b.requests)).toBe(1));
  await eventually(async () => {
    await a.beat();
    expect(sumOf(c.reported.stored, 'ep_1')).toBe(2);
  });
  expect(sumOf(b.reported.stored, 'ep_1')).toBe(0);
});

test('what a node did not answer before it died goes to the new owner', async () => {
  const { a, b, c, owners, dead } = await peers({ count: 3 });
  if (!c) throw new Error('too few nodes');
  owners.set('ep_1', 1);
  b.disturb = () => null;
  a.others.stored('ep_1', 2);
  await eventually(() => expect(wakes(b.requests)).toBe(1));
  dead.add(1);
  owners.set('ep_1', 2);
  await eventually(async () => {
    await a.beat();
    expect(sumOf(c.reported.stored, 'ep_1')).toBe(2);
  });
});

test('an endpoint that the owner has not read yet is read, and then told again', async () => {
  const { a, b, owners } = await peers();
  owners.set('ep_new', 1);
  b.unknown.add('ep_new');
  a.others.stored('ep_new', 2);
  await eventually(() => expect(b.reported.stored).toHaveLength(2));
  expect(b.reported.stored[1]).toEqual(new Map([['ep_new', 2]]));
});

test('deliveries are canceled by the node that sends to their endpoint', async () => {
  const { a, b, owners } = await peers();
  owners.set('ep_1', 1).set('ep_2', 0);
  expect(await a.others.cancel('ep_1', [1, 2, 3])).toBe(3);
  expect(b.reported.canceled).toEqual([['ep_1', [1, 2, 3]]]);
  expect(await a.others.cancel('ep_2', [4])).toBe(1);
  expect(a.reported.canceled).toEqual([['ep_2', [4]]]);
});

test('to cancel is refused for now without the sender of an endpoint', async () => {
  const { a, b, owners } = await peers();
  const refusal = { status: 503, retryAfterS: 1, body: { code: 'unavailable' } };
  await expect(a.others.cancel('ep_1', [1])).rejects.toMatchObject(refusal);
  owners.set('ep_1', 1);
  b.disturb = () => null;
  await expect(a.others.cancel('ep_1', [1])).rejects.toMatchObject(refusal);
});
