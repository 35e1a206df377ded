import { readFile, rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FolderWorld, ORDER, outcomes, refusal, startFolderWorld, USER } from './folder-world';

let world: FolderWorld;
beforeEach(async () => {
  world = await startFolderWorld();
});
afterEach(() => world.close());

test('a folder is connected without a token, edited in a working copy, and holds nothing but a catalog', async () => {
  expect((await world.server.call('POST', '/connections/test', world.input())).json).toEqual({
    ok: true,
    detail: 'Connected. The folder has 2 files of event types.',
  });
  const created = await world.server.call('POST', '/connections', world.input());
  expect([created.status, created.json]).toEqual([
    201,
    expect.objectContaining({ baseUrl: world.input().baseUrl, mode: 'working-copy', installation: null }),
  ]);
  const { id } = created.json;
  const other = await fetch(`${world.server.baseUrl}/remote/${id}/api/v1/app`, {
    headers: { authorization: `Bearer ${world.server.adminToken}` },
  });
  expect([other.status, await other.json()]).toEqual([
    404,
    { code: 'not_found', detail: 'This connection leads to a folder, which has a catalog and nothing else.' },
  ]);
  const patch = (body: object) => world.server.call('PATCH', `/connections/${id}`, body);
  expect((await patch({ name: 'Repository', protected: true })).json.name).toBe('Repository');
  expect(refusal(await patch({ mode: 'direct' }))).toEqual([
    422,
    'mode',
    'A folder is edited in a working copy',
  ]);
  expect(refusal(await patch({ token: 'x' }))).toEqual([422, 'token', 'A folder has no token. Leave it out']);
});

test('what was edited is pushed into the files, which keep their names, their format and the spelling of numbers', async () => {
  const { call, sync } = await world.connect();
  const before = await world.read('user.yaml');
  await call('PATCH', '/event-types/order.paid', { description: 'It was paid.' });
  await call('PUT', '/event-types/Order.New', { description: 'New.' });
  expect(outcomes(await sync())).toEqual({ 'order.paid': 'done', 'Order.New': 'done' });
  expect(await world.files()).toEqual(['_order._new.json', 'order.paid.json', 'user.yaml']);
  expect(await world.read('_order._new.json')).toBe(
    '{\n  "name": "Order.New",\n  "description": "New."\n}\n',
  );
  const order = await world.read('order.paid.json');
  expect(order).toContain(
    '"description": "It was paid.",\n  "deprecated": true,\n  "deprecatedAt": "2026-01-02',
  );
  expect(order).toContain('9223372036854775807');
  expect(order.indexOf('"2": {')).toBeLessThan(order.indexOf('"1": {'));
  expect(await world.read('user.yaml')).toBe(before);

  await call('PATCH', '/event-types/user.new', { groupName: 'people' });
  await call('DELETE', '/event-types/Order.New');
  expect(outcomes(await sync())).toEqual({ 'user.new': 'done', 'Order.New': 'done' });
  expect(await world.files()).toEqual(['order.paid.json', 'user.yaml']);
  expect(await world.read('user.yaml')).toBe(
    'name: user.new\ndescription: A user.\nfeatureFlags:\n  - beta\ngroupName: people\n',
  );
  expect((await call('GET', '')).json).toMatchObject({ state: 'up_to_date', changes: 0 });
  expect(outcomes(await sync())).toEqual({});
});

test('a folder and its working copy are merged field by field, and what both changed is a conflict', async () => {
  const { call, sync } = await world.connect();
  await world.put(
    'order.paid.json',
    ORDER.replace('An order was paid.', 'Theirs.').replace('"2": {', '"3": {'),
  );
  await world.put('user.yaml', `${USER}groupName: people\n`);
  await world.put('more.json', '{"name": "more"}');
  await call('PATCH', '/event-types/order.paid', { description: 'Mine.' });
  await call('PATCH', '/event-types/user.new', { description: 'Mine.' });
  const compared = (await call('POST', '/compare')).json;
  expect(compared).toMatchObject({
    theirs: ['more'],
    both: ['user.new'],
    conflicts: [
      {
        name: 'order.paid',
        pointer: '/description',
        base: 'An order was paid.',
        mine: 'Mine.',
        theirs: 'Theirs.',
      },
    ],
  });
  const task = await sync();
  expect(outcomes(task)).toEqual({ 'order.paid': 'conflict', 'user.new': 'done', more: 'done' });
  expect(await world.read('order.paid.json')).toContain('Theirs.');
  expect(await world.read('user.yaml')).toContain(
    'description: Mine.\nfeatureFlags:\n  - beta\ngroupName: people\n',
  );
  const resolutions = [{ name: 'order.paid', pointer: '/description', take: 'mine' }];
  expect(outcomes(await sync({ resolutions }))).toEqual({ 'order.paid': 'done' });
  expect(await world.read('order.paid.json')).toContain('"description": "Mine."');
  expect(await world.read('order.paid.json')).toContain('"3": {');

  const { receiptId } = task.data;
  expect((await world.server.call('GET', `/sync-receipts/${receiptId}`)).json.items).toHaveLength(3);
  await world.server.call('POST', `/sync-receipts/${receiptId}/undo`);
  await sync();
  expect(await world.read('user.yaml')).toContain('description: A user.');
});

test('sets of feature flags are pulled from the file of the folder, and pushed into it', async () => {
  const { call, sync } = await world.connect();
  const { flagSets, version } = (await call('GET', '/flag-sets')).json;
  expect(flagSets).toEqual([
    { id: 'set_A', letter: 'A', name: 'Gold', colour: 'amber', featureFlags: ['beta'] },
  ]);
  const renamed = { flagSets: [{ ...flagSets[0], name: 'Platinum' }], version };
  expect((await call('PUT', '/flag-sets', renamed)).status).toBe(200);
  expect(outcomes(await sync())).toEqual({ 'flag-sets': 'done' });
  expect(await readFile(world.folder.file('flag-sets.yaml'), 'utf8')).toContain('name: Platinum');
});

test('a file in an older spelling keeps its feature flag when something else in it changes', async () => {
  await world.put('order.paid.json', '{"name": "order.paid", "featureFlag": "secret"}');
  const { call, sync } = await world.connect();
  await call('PATCH', '/event-types/order.paid', { description: 'Mine.' });
  expect(outcomes(await sync())).toEqual({ 'order.paid': 'done' });
  expect(JSON.parse(await world.read('order.paid.json'))).toEqual({
    name: 'order.paid',
    description: 'Mine.',
    featureFlags: ['secret'],
  });
});

test('a folder that is not there, and a broken file, are said with their path; the edits stay', async () => {
  const { id, call, sync } = await world.connect();
  await call('PATCH', '/event-types/order.paid', { description: 'Mine.' });
  const fetched = async () => {
    const { status, json } = await call('POST', '/fetch');
    return [status, json.code, json.detail];
  };
  await rename(world.folder.path, `${world.folder.path}-moved`);
  expect(await fetched()).toEqual([
    502,
    'remote_unreachable',
    `${world.folder.path} does not exist. Make the folder, or correct the path.`,
  ]);
  expect((await call('GET', '')).json).toMatchObject({ state: 'offline', changes: 1 });
  await rename(`${world.folder.path}-moved`, world.folder.path);
  const broken = async (file: string, text: string, detail: string) => {
    await world.put(file, text);
    expect(await fetched()).toEqual([
      502,
      'remote_unreachable',
      `${world.folder.file('event-types', file)} ${detail}`,
    ]);
    await rm(world.folder.file('event-types', file));
  };
  await broken(
    'merge.json',
    '{\n<<<<<<< HEAD\n  "name": "a"\n}',
    'cannot be read: The file is not valid JSON: unexpected character at line 2 column 1.',
  );
  await broken(
    'nameless.yaml',
    'description: x',
    'cannot be read: It has no "name": it is not an event type.',
  );
  await broken(
    'odd.json',
    '{"name": "a b"}',
    'cannot be read: name: This may contain only letters, digits and - _ ., and not be "." or "..".',
  );
  await broken(
    'schema.json',
    '{"name": "a", "schemas": {"1": {"type": "objekt"}}}',
    'cannot be read: version 1: /type must be equal to one of the allowed values: array, boolean, integer, null, number, object, string',
  );
  await broken(
    'large.json',
    ' '.repeat(4 * 1024 * 1024 + 1),
    'is larger than 4 MiB: it is not an event type.',
  );
  await broken(
    'users.json',
    '{"name": "user.new"}',
    `and ${world.folder.file('event-types', 'user.yaml')} are both called user.new.`,
  );
  expect((await fetched())[0]).toBe(200);
  expect(outcomes(await sync())).toEqual({ 'order.paid': 'done' });
  expect((await world.server.call('GET', `/connections/${id}/working-copy`)).json.state).toBe('up_to_date');
});

test('a check sees that files have changed, and reads none while they have not', async () => {
  const { call } = await world.connect();
  expect((await call('POST', '/check')).json).toMatchObject({ state: 'up_to_date', theirs: 0 });
  await world.put('more.json', '{"name": "more"}');
  expect((await call('POST', '/check')).json).toMatchObject({ state: 'behind', theirs: 1 });
});

test('a file that is changed between the comparison and its write stays as it is, and is a conflict', async () => {
  const { call, sync } = await world.connect();
  await call('PATCH', '/event-types/order.paid', { description: 'Mine.' });
  await call('POST', '/compare');
  await world.put('order.paid.json', ORDER.replace('An order was paid.', 'Theirs.'));
  expect(outcomes(await sync())).toEqual({ 'order.paid': 'conflict' });
  expect(await world.read('order.paid.json')).toContain('Theirs.');
});

test('a file that holds another event type is not overwritten by a new one of its name', async () => {
  await world.put('new.type.json', '{"name": "other"}');
  await rm(world.folder.file('event-types', 'user.yaml'));
  const { call, sync } = await world.connect();
  await call('PUT', '/event-types/new.type', { description: 'New.' });
  const { data } = await sync();
  expect(data.items).toEqual([
    {
      name: 'new.type',
      outcome: 'failed',
      reason: `${world.folder.file('event-types', 'new.type.json')} is the file of other. Rename it first.`,
    },
  ]);
  expect(await world.read('new.type.json')).toBe('{"name": "other"}');
});
