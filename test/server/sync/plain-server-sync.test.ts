import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CopyWorld, expectAgreement, startCopyWorld } from './copy-world';

let world: CopyWorld;
const NAMES = ['a', 'b', 'c', 'd'].map((letter) => `type.${letter}`);

beforeEach(async () => {
  world = await startCopyWorld(NAMES.map((name) => ({ name, description: 'Base.', featureFlag: 'old' })));
  world.isPlain = true;
  await world.call('POST', '/fetch');
  world.passed.length = 0;
});
afterEach(() => world.close());

test('a server without tags, groups and the newer spelling of flags is synced with what it has, and what it does not keep is named', async () => {
  await world.put('type.a', { description: 'Mine.', featureFlags: ['old'] });
  await world.put('type.b', { description: 'Base.', featureFlags: ['new'] });
  await world.put('type.c', { description: 'Base.', featureFlags: ['old'], groupName: 'g' });
  await world.change('type.a', { deprecated: true });
  await world.change('type.d', { featureFlag: null });
  await world.compare();
  const { data } = await world.runSync();
  expect(world.writes().every(({ ifMatch }) => ifMatch === null)).toBe(true);
  expect(data.items).toContainEqual({ name: 'type.a', outcome: 'done' });
  expect(data.items).toContainEqual({ name: 'type.b', outcome: 'done' });
  expect(data.items).toContainEqual({
    name: 'type.c',
    outcome: 'done',
    reason: expect.stringMatching(/groupName/),
  });
  expect((await world.mine())['type.d']).toMatchObject({ featureFlags: null });
  expect(await world.theirs()).toMatchObject({
    'type.a': { description: 'Mine.', deprecated: true },
    'type.b': { featureFlags: ['new'] },
  });
  await expectAgreement(world);
});

test('it is not written over when it moved between the comparison and the write', async () => {
  await world.put('type.a', { description: 'Mine.', featureFlags: ['old'] });
  let isDone = false;
  world.before = async ({ method, path }) => {
    if (!isDone && method === 'GET' && path.endsWith('type.a')) {
      isDone = true;
      await world.change('type.a', { description: 'Meanwhile.' });
    }
  };
  expect(await world.sync()).toEqual({ 'type.a': 'conflict' });
  expect((await world.theirs())['type.a']?.description).toBe('Meanwhile.');
});
