import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CopyWorld, startCopyWorld } from './copy-world';

let world: CopyWorld;
beforeEach(async () => {
  world = await startCopyWorld([
    { name: 'invoice.paid', description: 'Paid.' },
    { name: 'invoice.void', description: 'Void.' },
  ]);
});
afterEach(() => world.close());

const bulk = async (eventTypes: readonly object[]) =>
  await world.call('POST', '/event-type-bulk', { eventTypes });

test('a bulk change is taken back by its versions, over a restart and what checks found meanwhile', async () => {
  await world.call('POST', '/fetch');
  world.passed.length = 0;
  const { eventTypes } = (
    await bulk([
      { name: 'invoice.paid', deprecated: true },
      { name: 'invoice.void', remove: true },
      { name: 'order.new', description: 'New.' },
      { name: 'nobody.knows', archived: true },
      { name: 'order.none', remove: true },
    ])
  ).json;
  expect(eventTypes).toMatchObject([
    { outcome: 'changed', before: expect.any(Number), version: expect.any(Number) },
    { outcome: 'removed', before: expect.any(Number), version: 0 },
    { outcome: 'created', before: null },
    { outcome: 'missing', before: null, version: 0 },
    { outcome: 'missing' },
  ]);
  expect(world.passed).toEqual([]);
  await world.change('invoice.paid', { archived: true });
  await world.call('POST', '/check');
  await world.here.restart();
  await world.put('order.new', { description: 'Edited since.' });
  const [paid, gone, made] = eventTypes;
  const undone = await bulk([
    { name: 'invoice.paid', ifVersion: paid.version, restore: paid.before },
    { name: 'invoice.void', ifVersion: gone.version, restore: gone.before },
    { name: 'order.new', ifVersion: made.version, remove: true },
  ]);
  expect(undone.json.eventTypes.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'changed',
    'created',
    'conflict',
  ]);
  expect(await world.mine()).toMatchObject({
    'invoice.paid': { description: 'Paid.', deprecated: false, archived: false },
    'invoice.void': { description: 'Void.' },
    'order.new': { description: 'Edited since.' },
  });
  // One step of the journal.
  await world.call('POST', '/undo');
  expect((await world.mine())['invoice.paid']).toMatchObject({ deprecated: true });
});

test('nothing is changed where an entry is wrong, and an unknown version is missing', async () => {
  expect((await bulk([{ name: 'invoice.paid', deprecated: true }])).json.code).toBe('conflict');
  await world.call('POST', '/fetch');
  const wrong = await bulk([
    { name: 'invoice.paid', deprecated: true },
    { name: 'invoice.void', schemas: { 1: { type: 'thing' } } },
  ]);
  expect([wrong.status, wrong.json.detail[0].loc]).toEqual([422, ['body', 'eventTypes', '[1]', 'schemas']]);
  expect((await world.call('GET', '/changes')).json.data).toEqual([]);
  const unknown = await bulk([{ name: 'invoice.paid', restore: 5 }]);
  expect(unknown.json.eventTypes).toMatchObject([{ outcome: 'missing' }]);
  const none = await world.here.call('POST', '/connections/con_none/working-copy/event-type-bulk', {
    eventTypes: [],
  });
  expect(none.status).toBe(404);
});
