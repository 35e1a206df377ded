import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CopyWorld, expectAgreement, startCopyWorld } from './copy-world';
import { isWrite, type PassedRequest } from './disturbing-proxy';

let world: CopyWorld;
const schema = (required: readonly string[], properties: object = {}) => ({
  schemas: { 1: { type: 'object', properties: { id: { type: 'string' }, ...properties }, required } },
});
const NAMES = ['a', 'b', 'c', 'd', 'e'].map((letter) => `type.${letter}`);

beforeEach(async () => {
  world = await startCopyWorld(NAMES.map((name) => ({ name, description: 'Base.', ...schema(['id']) })));
  await world.call('POST', '/fetch');
  world.passed.length = 0;
});
afterEach(() => world.close());

test('what both sides changed goes together field by field, and schemas value by value', async () => {
  await world.put('type.a', { description: 'Base.', ...schema(['id', 'x'], { x: {} }) });
  await world.put('type.new', { description: 'Mine.' });
  await world.call('DELETE', '/event-types/type.d');
  await world.put('type.e', { description: 'Same.', ...schema(['id']) });
  await world.change('type.a', { ...schema(['y', 'id'], { y: {} }), deprecated: true });
  await world.change('type.b', { description: 'Theirs.' });
  await world.change('type.e', { description: 'Same.' });
  await world.there.call('POST', '/event-type', { name: 'type.theirs', groupName: 'g' });

  expect(await world.compare()).toEqual({
    mine: ['type.d', 'type.new'],
    theirs: ['type.b', 'type.theirs'],
    both: ['type.a'],
    agreed: ['type.e'],
    conflicts: [],
  });
  expect(await world.state()).toMatchObject({ state: 'changed', changes: 4, theirs: 4, conflicts: 0 });
  world.passed.length = 0;
  const { data, status } = await world.runSync();
  expect(status).toBe('finished');
  expect(data.items).toHaveLength(6);
  expect(Object.fromEntries(data.items.map(({ name, outcome }) => [name, outcome]))).toEqual({
    'type.a': 'done',
    'type.b': 'done',
    'type.d': 'done',
    'type.e': 'skipped',
    'type.new': 'done',
    'type.theirs': 'done',
  });
  const theirs = await world.theirs();
  expect(theirs['type.a']).toMatchObject({
    deprecated: true,
    schemas: {
      1: { properties: { id: {}, x: {}, y: {} }, required: expect.arrayContaining(['id', 'x', 'y']) },
    },
  });
  expect(theirs['type.d']).toBeUndefined();
  // Only the changes are sent, with the ETag of the preceding read.
  const sent = world
    .writes()
    .map(({ method, path, ifMatch, body }) => [
      method,
      path.replace('/api/v1', ''),
      ifMatch !== null,
      body === '' ? [] : Object.keys(JSON.parse(body)),
    ]);
  expect(sent.sort()).toEqual([
    ['DELETE', '/event-type/type.d?expunge=true', true, []],
    ['PATCH', '/event-type/type.a', true, ['schemas']],
    ['POST', '/event-type', false, ['name', 'description', 'archived', 'deprecated']],
  ]);
  await expectAgreement(world);
});

describe('a conflict', () => {
  beforeEach(async () => {
    await world.put('type.a', { description: 'Mine.', ...schema(['id']) });
    await world.change('type.a', { description: 'Theirs.' });
    await world.call('DELETE', '/event-types/type.b');
    await world.change('type.b', { deprecated: true });
    await world.put('type.new', { description: 'Made here.' });
    await world.there.call('POST', '/event-type', { name: 'type.new', description: 'Made there.' });
    await world.put('type.c', { description: 'Base.', ...schema(['id'], { id: { type: 'integer' } }) });
    await world.change('type.c', schema(['id'], { id: { type: 'number' } }));
    await world.put('type.d', { description: 'Base.', featureFlags: ['x'], ...schema(['id']) });
    await world.change('type.d', { featureFlags: ['y'] });
    await world.put('type.e', { description: 'Free.', ...schema(['id']) });
  });

  test('is named with its three sides, of which the missing one is absent, and is never written', async () => {
    const { conflicts, ...names } = await world.compare();
    expect(names).toEqual({ mine: ['type.e'], theirs: [], both: [], agreed: [] });
    expect(conflicts).toEqual([
      {
        name: 'type.a',
        pointer: '/description',
        writesMore: false,
        base: 'Base.',
        mine: 'Mine.',
        theirs: 'Theirs.',
      },
      {
        name: 'type.b',
        pointer: '',
        writesMore: false,
        base: expect.objectContaining({ deprecated: false }),
        theirs: expect.objectContaining({ deprecated: true }),
      },
      {
        name: 'type.c',
        pointer: '/schemas/1/properties/id/type',
        writesMore: false,
        base: 'string',
        mine: 'integer',
        theirs: 'number',
      },
      { name: 'type.d', pointer: '/featureFlags', writesMore: false, base: null, mine: ['x'], theirs: ['y'] },
      {
        name: 'type.new',
        pointer: '',
        writesMore: false,
        mine: expect.objectContaining({ description: 'Made here.' }),
        theirs: expect.objectContaining({ description: 'Made there.' }),
      },
    ]);
    expect(await world.state()).toMatchObject({ state: 'conflicts', conflicts: 5 });
    const before = await world.theirs();
    const { data } = await world.runSync();
    expect(
      data.items
        .filter(({ outcome }) => outcome === 'conflict')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['type.a', 'type.b', 'type.c', 'type.d', 'type.new']);
    expect(data.items.find(({ name }) => name === 'type.a')?.reason).toMatch(/\/description/);
    const after = await world.theirs();
    expect(after['type.e']?.description).toBe('Free.');
    expect({ ...after, 'type.e': null }).toEqual({ ...before, 'type.e': null });
    expect(await world.state()).toMatchObject({ state: 'conflicts', changes: 5, conflicts: 5 });
  });

  test('is resolved by a side or by a value, and both sides are the same then', async () => {
    await world.compare();
    const resolutions = [
      { name: 'type.a', pointer: '/description', value: 'By hand.' },
      { name: 'type.b', pointer: '', take: 'mine' },
      { name: 'type.c', pointer: '/schemas/1/properties/id/type', take: 'base' },
      { name: 'type.d', pointer: '/featureFlags', take: 'theirs' },
      { name: 'type.new', pointer: '', take: 'mine' },
    ];
    const outcomes = await world.sync({ resolutions });
    expect(new Set(Object.values(outcomes))).toEqual(new Set(['done']));
    const theirs = await world.theirs();
    expect(theirs['type.b']).toBeUndefined();
    expect(theirs).toMatchObject({
      'type.a': { description: 'By hand.' },
      'type.c': schema(['id']),
      'type.d': { featureFlags: ['y'] },
      'type.new': { description: 'Made here.' },
    });
    await expectAgreement(world);
  });

  test('that is resolved by what is no event type fails with the reason, and the others go on', async () => {
    await world.compare();
    const { data } = await world.runSync({
      resolutions: [
        { name: 'type.a', pointer: '/description', value: 5 },
        { name: 'type.c', pointer: '/schemas/1/properties/id/type', value: 'thing' },
      ],
      names: ['type.a', 'type.c', 'type.e'],
    });
    expect(data.items).toContainEqual({
      name: 'type.a',
      outcome: 'failed',
      reason: expect.stringMatching(/description/),
    });
    expect(data.items).toContainEqual({
      name: 'type.c',
      outcome: 'failed',
      reason: expect.stringMatching(/schema|type/),
    });
    expect(data.items).toContainEqual({ name: 'type.e', outcome: 'done' });
    expect((await world.theirs())['type.a']?.description).toBe('Theirs.');
  });

  test('needs a side or a value, and a JSON pointer', async () => {
    const refused = async (resolution: object) => {
      const { status, json } = await world.call('POST', '/sync', { resolutions: [resolution] });
      return [resolution, status, json.detail[0].loc];
    };
    for (const sides of [{}, { take: 'mine', value: null }]) {
      const resolution = { name: 'type.a', pointer: '', ...sides };
      expect(await refused(resolution)).toEqual([resolution, 422, ['body', 'resolutions', '[0]']]);
    }
    for (const pointer of ['description', '#/description', '/a~2b', '/a~']) {
      const resolution = { name: 'type.a', pointer, take: 'mine' };
      const at = expect.arrayContaining(['[0]', 'pointer']);
      expect(await refused(resolution)).toEqual([resolution, 422, at]);
    }
  });
});

test('a sync of some names leaves the others as they are', async () => {
  await world.put('type.a', { description: 'Mine.' });
  await world.put('type.b', { description: 'Mine.' });
  await world.change('type.c', { description: 'Theirs.' });
  expect(await world.sync({ names: ['type.a', 'type.d'] })).toEqual({
    'type.a': 'done',
    'type.d': 'skipped',
  });
  expect(await world.state()).toMatchObject({ changes: 1, theirs: 1 });
  expect((await world.mine())['type.c']?.description).toBe('Base.');
});

test('a comparison tells what is written from what is the same, and calls an archive against a flag a conflict', async () => {
  const both = { description: 'Both.', ...schema(['id']) };
  await world.put('type.a', both);
  await world.change('type.a', both);
  await world.put('type.b', { ...(await world.mine())['type.b'], featureFlags: ['beta'] });
  await world.change('type.b', { archived: true });
  await world.put('type.c', { ...(await world.mine())['type.c'], description: 'Mine.', deprecated: true });
  await world.change('type.c', { description: 'Theirs.' });
  const { conflicts, ...names } = await world.compare();
  expect(names).toEqual({ mine: [], theirs: [], both: [], agreed: ['type.a'] });
  expect(conflicts).toEqual([
    { name: 'type.b', pointer: '/archived', writesMore: true, base: false, mine: false, theirs: true },
    {
      name: 'type.c',
      pointer: '/description',
      writesMore: true,
      base: 'Base.',
      mine: 'Mine.',
      theirs: 'Theirs.',
    },
  ]);
  world.passed.length = 0;
  const resolutions = [{ name: 'type.b', pointer: '/archived', take: 'mine' }];
  expect(await world.sync({ resolutions })).toEqual({
    'type.a': 'skipped',
    'type.b': 'done',
    'type.c': 'conflict',
  });
  expect(world.writes()).toHaveLength(1);
  expect((await world.theirs())['type.b']).toMatchObject({ archived: false, featureFlags: ['beta'] });
});

test('what was changed there since the last comparison is a conflict, and written after the next', async () => {
  await world.put('type.a', { description: 'Mine.', ...schema(['id']) });
  await world.compare();
  await world.change('type.a', { deprecated: true });
  await world.change('type.b', { description: 'Theirs.' });
  const { data } = await world.runSync();
  expect(data.items).toContainEqual({
    name: 'type.a',
    outcome: 'conflict',
    reason: expect.stringMatching(/Compare/),
  });
  expect(data.items).toContainEqual({ name: 'type.b', outcome: 'done', reason: expect.any(String) });
  expect((await world.theirs())['type.a']).toMatchObject({ description: 'Base.' });
  expect((await world.compare()).both).toEqual(['type.a']);
  expect(await world.sync()).toEqual({ 'type.a': 'done' });
  expect((await world.theirs())['type.a']).toMatchObject({ description: 'Mine.', deprecated: true });
  await expectAgreement(world);
});

test.each([
  [
    'before it is read again',
    (request: PassedRequest) => request.method === 'GET' && /type\.a$/.test(request.path),
  ],
  ['between the read and the write', isWrite],
])('what is changed there %s is not written over', async (_when, isMoment) => {
  await world.put('type.a', { description: 'Mine.', ...schema(['id']) });
  let isDone = false;
  world.before = async (request) => {
    if (!isDone && isMoment(request)) {
      isDone = true;
      await world.change('type.a', { description: 'Meanwhile.' });
    }
  };
  expect(await world.sync()).toEqual({ 'type.a': 'conflict' });
  expect((await world.theirs())['type.a']?.description).toBe('Meanwhile.');
  expect(await world.state()).toMatchObject({ changes: 1, theirs: 1, conflicts: 1 });
});

test('what is created there meanwhile becomes a conflict of two creations', async () => {
  await world.put('type.new', { description: 'Mine.' });
  world.before = async (request) => {
    if (request.method === 'POST' && request.path.endsWith('/event-type')) {
      await world.there.call('POST', '/event-type', { name: 'type.new', description: 'Theirs.' });
    }
  };
  expect(await world.sync()).toEqual({ 'type.new': 'conflict' });
  expect((await world.compare()).conflicts).toMatchObject([{ name: 'type.new', pointer: '' }]);
});

test('an edit that is made while its event type is synced stays a change', async () => {
  await world.put('type.a', { description: 'Mine.', ...schema(['id']) });
  world.before = async (request) => {
    if (isWrite(request))
      await world.put('type.a', { description: 'Mine.', deprecated: true, ...schema(['id']) });
  };
  expect(await world.sync()).toEqual({ 'type.a': 'done' });
  world.before = () => undefined;
  expect((await world.call('GET', '/changes')).json.data).toEqual([
    { name: 'type.a', kind: 'changed', fields: ['/deprecated'] },
  ]);
  expect(await world.sync()).toEqual({ 'type.a': 'done' });
  await expectAgreement(world);
});

test('an edit that is taken back while it is synced is a change back', async () => {
  const before = (await world.mine())['type.a'] ?? {};
  await world.put('type.a', { ...before, description: 'Mine.' });
  world.before = async (request) => {
    if (isWrite(request)) await world.put('type.a', before);
  };
  expect(await world.sync()).toEqual({ 'type.a': 'done' });
  world.before = () => undefined;
  expect((await world.theirs())['type.a']?.description).toBe('Mine.');
  expect((await world.mine())['type.a']).toEqual(before);
});

test('an item that the other instance refuses fails with its reason, without the token, and the others go on', async () => {
  await world.close();
  world = await startCopyWorld([{ name: 'type.a' }, { name: 'type.b' }]);
  await world.call('POST', '/fetch');
  await world.put('type.a', { description: 'One.' });
  await world.put('type.b', { description: 'Two.' });
  const { token } = { token: world.there.adminToken };
  world.respond = ({ method, path }) =>
    method === 'PATCH' && path.endsWith('type.a')
      ? { status: 422, body: { code: 'x', detail: `Refused for Bearer ${token}` } }
      : null;
  const { data } = await world.runSync();
  expect(data.items).toContainEqual({
    name: 'type.a',
    outcome: 'failed',
    reason: expect.stringMatching(/responded with 422: Refused for/),
  });
  expect(JSON.stringify(data)).not.toContain(token);
  expect(data.items).toContainEqual({ name: 'type.b', outcome: 'done' });
  expect(await world.state()).toMatchObject({ state: 'changed', changes: 1 });
});

test('a sync has a receipt with the note, and its undo puts the inverse into mine, to be synced and undone itself', async () => {
  const before = await world.theirs();
  await world.call('PATCH', '', { note: 'Spring cleaning.' });
  await world.put('type.a', { description: 'Mine.', ...schema(['id']) });
  await world.put('type.new', {});
  await world.call('DELETE', '/event-types/type.b');
  const { data } = await world.runSync();
  const after = await world.theirs();
  expect(await world.state()).toMatchObject({ note: '', changes: 0 });
  const receipt = (await world.here.call('GET', `/sync-receipts/${data.receiptId}`)).json;
  expect(receipt).toMatchObject({
    note: 'Spring cleaning.',
    connectionId: world.connectionId,
    items: data.items,
  });
  const { items: _items, ...listed } = receipt;
  const list = await world.here.call('GET', `/connections/${world.connectionId}/sync-receipts`);
  expect(list.json).toEqual({ data: [listed] });

  world.passed.length = 0;
  const undone = await world.here.call('POST', `/sync-receipts/${data.receiptId}/undo`);
  expect(undone.json).toEqual({ restored: ['type.a', 'type.b', 'type.new'], left: [] });
  expect(world.passed).toEqual([]);
  expect(await world.theirs()).toEqual(after);
  await world.call('POST', '/undo');
  expect((await world.call('GET', '/changes')).json.data).toEqual([]);
  await world.call('POST', '/redo');
  const second = await world.runSync();
  expect(await world.theirs()).toEqual(before);
  await expectAgreement(world);

  await world.put('type.a', { description: 'Later.', ...schema(['id']) });
  const left = await world.here.call('POST', `/sync-receipts/${second.data.receiptId}/undo`);
  expect(left.json).toEqual({ restored: ['type.b', 'type.new'], left: ['type.a'] });
});

test('a sync goes through a proxy that makes ETags weak, and what changed there meanwhile is still not written over', async () => {
  world.isWeak = true;
  await world.put('type.a', { description: 'Mine.', ...schema(['id']) });
  await world.put('type.b', { description: 'Mine.', ...schema(['id']) });
  world.before = async (request) => {
    if (request.method === 'PATCH' && request.path.endsWith('type.b')) {
      world.before = () => undefined;
      await world.change('type.b', { description: 'Meanwhile.' });
    }
  };
  expect(await world.sync()).toEqual({ 'type.a': 'done', 'type.b': 'conflict' });
  expect((await world.theirs())['type.b']).toMatchObject({ description: 'Meanwhile.' });
});
