import { afterEach, beforeEach, expect, test } from 'vitest';
import { webhooksDocument } from '../../support/webhooks-document';
import { type CopyWorld, startCopyWorld } from './copy-world';

let world: CopyWorld;
beforeEach(async () => {
  world = await startCopyWorld([
    { name: 'import.old', description: 'Old.', schemas: { 1: { type: 'object' }, 2: { title: 'next' } } },
    { name: 'import.other', description: 'Other.' },
  ]);
  await world.call('POST', '/fetch');
  world.decide = () => 'cut';
  world.passed.length = 0;
});
afterEach(() => world.close());

const entry = (description: string) => ({ description, responses: {} });
const plan = async (body: object) => await world.call('POST', '/import/plan', body);
const apply = async (body: object) => await world.call('POST', '/import/apply', body);

test('an import is planned against what is edited here, and asks the other instance nothing', async () => {
  await world.put('import.mine', { description: 'Only here.' });
  const spec = webhooksDocument({
    'import.old': entry('From the document.'),
    'import.mine': entry('Only here.'),
    'import.new': entry('New.'),
  });
  const planned = (await plan({ spec })).json;
  expect(planned.rows.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
    ['import.old', 'changed'],
    ['import.mine', 'unchanged'],
    ['import.new', 'new'],
  ]);
  const receipt = (await apply({ spec, digest: planned.digest, sourceName: 'a.json' })).json;
  expect(receipt).toMatchObject({
    id: null,
    canUndo: false,
    sourceName: 'a.json',
    created: ['import.new'],
    updated: ['import.old'],
  });
  expect((await world.mine())['import.old']).toMatchObject({
    description: 'From the document.',
    schemas: { 1: { type: 'object' }, 2: { title: 'next' } },
  });
  expect(await world.state()).toMatchObject({ changes: 3 });
  await world.call('POST', '/undo');
  expect(Object.keys(await world.mine())).toEqual(['import.mine', 'import.old', 'import.other']);
  expect(world.passed).toEqual([]);
});

test('what was edited here stays, unless the document has changed the same: that is decided', async () => {
  await world.put('import.old', { description: 'Edited.', deprecated: true });
  const same = webhooksDocument({ 'import.old': entry('Old.') });
  expect((await plan({ spec: same })).json.rows[0]).toMatchObject({
    state: 'unchanged',
    kept: ['description'],
  });
  const other = webhooksDocument({ 'import.old': entry('New.') });
  const [row] = (await plan({ spec: other })).json.rows;
  expect(row).toMatchObject({
    state: 'conflict',
    conflicts: [{ field: 'description', baseline: 'Old.', catalog: 'Edited.', document: 'New.' }],
  });
  await apply({ spec: other, choices: [{ row: row.id, accept: true, sides: { description: 'document' } }] });
  expect((await world.mine())['import.old']).toMatchObject({ description: 'New.', deprecated: true });
});

test('no document removes what an edit here touched, and replaceAll archives what it does not name', async () => {
  await world.put('import.other', { description: 'Edited.' });
  const spec = { ...webhooksDocument({ 'import.old': entry('Old.') }), info: { title: '', version: '1' } };
  const removed = ({ json }: { json: { rows: { state: string; name: string }[] } }) =>
    json.rows.filter(({ state }) => state === 'removed').map(({ name }) => name);
  expect(removed(await plan({ spec }))).toEqual([]);
  expect(removed(await plan({ spec, replaceAll: true }))).toEqual(['import.other']);
});

test('a plan that was overtaken by an edit is refused, and so is an import before the first fetch', async () => {
  const spec = webhooksDocument({ 'import.old': entry('New.') });
  const { digest } = (await plan({ spec })).json;
  await world.put('import.old', { description: 'Edited since.' });
  expect((await apply({ spec, digest })).status).toBe(409);
  expect((await plan({ specRaw: 'not: [a document' })).status).toBe(422);
  const connection = { name: 'Other', baseUrl: world.there.baseUrl, token: world.there.adminToken };
  const { id } = (await world.here.call('POST', '/connections', connection)).json;
  const path = `/connections/${id}/working-copy/import`;
  expect((await world.here.call('POST', `${path}/plan`, { spec })).json.code).toBe('conflict');
  expect(
    (await world.here.call('POST', '/connections/con_none/working-copy/import/apply', { spec })).status,
  ).toBe(404);
});
