import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CopyWorld, expectAgreement, startCopyWorld } from './copy-world';

let world: CopyWorld;

beforeEach(async () => {
  world = await startCopyWorld(
    ['type.a', 'type.b', 'type.c'].map((name) => ({ name, description: 'Base.' })),
  );
  await world.call('POST', '/fetch');
});
afterEach(() => world.close());

test('until when messages are promised and what replaces an event type travel with it, also when they are taken back', async () => {
  const dates = { deprecated: true, sunsetAt: '2027-01-31T00:00:00.000Z', replacedBy: 'type.b' };
  await world.put('type.a', { description: 'Base.', ...dates });
  await world.change('type.c', dates);
  expect(await world.compare()).toMatchObject({ mine: ['type.a'], theirs: ['type.c'], conflicts: [] });
  await world.runSync();
  expect((await world.theirs())['type.a']).toMatchObject(dates);
  expect((await world.mine())['type.c']).toMatchObject(dates);
  await world.put('type.a', { description: 'Base.', deprecated: true });
  expect((await world.call('GET', '/changes')).json.data).toEqual([
    { name: 'type.a', kind: 'changed', fields: ['/sunsetAt', '/replacedBy'] },
  ]);
  await world.runSync();
  const there = (await world.there.call('GET', '/event-type/type.a')).json;
  expect(there).toMatchObject({ deprecated: true, sunsetAt: null, replacedBy: null });
  await expectAgreement(world);
});
