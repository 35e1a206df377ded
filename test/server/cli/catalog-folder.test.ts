import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeCatalogFolder } from '../../../src-server/cli/catalog/catalog-folder';
import { type CliRig, startCliRig } from './cli-rig';

let rig: CliRig;
beforeEach(async () => {
  rig = await startCliRig();
});
afterEach(() => rig.remove());

const object = (properties: object, more = {}) => ({ type: 'object', properties, ...more });
const text = { type: 'string' };
/** Keys and numbers that a parser would spell differently. */
const SPELLED = '{"type":"object","properties":{"2":{"maximum":2.0},"1":{"const":1e2}}}';

const put = (name: string, body: object) => rig.server.call('PUT', `/event-type/${name}`, body);
const read = (name: string) => rig.server.call('GET', `/event-type/${name}`);
const types = () => join(rig.file('catalog'), 'event-types');
const file = (name: string) => join(types(), name);
const edit = async (name: string, change: (type: Record<string, unknown>) => object) =>
  writeFile(file(name), JSON.stringify(change(JSON.parse(await readFile(file(name), 'utf8')))));
const json = async (...args: string[]) => {
  const { exitCode, out } = await rig.run(...args, '--dir', rig.file('catalog'), '--json');
  return { exitCode, ...JSON.parse(out) };
};

async function fill(): Promise<void> {
  await put('invoice.paid', { description: 'Paid.', schema: object({ id: text, sum: text }) });
  await put('Invoice.Paid', { description: 'In capitals.', featureFlags: ['b', 'a'] });
  await put('con.nul', {});
}

test('a folder has a file for each event type, in a stable order, with the texts of its schemas', async () => {
  await fill();
  await rig.server.call('PUT', '/event-type/spelled', undefined, {
    raw: `{"description":"","schema":${SPELLED}}`,
  });
  expect(await json('catalog', 'export')).toMatchObject({
    exitCode: 0,
    eventTypes: 4,
    written: 5,
    removed: 0,
  });
  expect((await readdir(types())).sort()).toEqual([
    '_-con.nul.json',
    '_invoice._paid.json',
    'invoice.paid.json',
    'spelled.json',
  ]);
  expect(await readFile(file('_-con.nul.json'), 'utf8')).toBe('{\n  "name": "con.nul"\n}\n');
  const spelled = await readFile(file('spelled.json'), 'utf8');
  expect(spelled.replace(/\s/g, '')).toBe(`{"name":"spelled","schemas":{"1":${SPELLED}}}`);
  expect(await readFile(join(rig.file('catalog'), 'settings.yaml'), 'utf8')).toMatch(/^displayName: null$/m);
  const before = (await stat(file('invoice.paid.json'))).mtimeMs;
  await rig.server.call('DELETE', '/event-type/con.nul?expunge=true');
  await writeFile(file('notes.txt'), 'of somebody');
  expect(await json('catalog', 'export')).toMatchObject({ written: 0, removed: 1 });
  expect((await stat(file('invoice.paid.json'))).mtimeMs).toBe(before);
  expect(await readdir(types())).toEqual(expect.not.arrayContaining(['_-con.nul.json']));
  expect(await readFile(file('notes.txt'), 'utf8')).toBe('of somebody');
});

test('a folder, in YAML too, is compared and imported like a file', async () => {
  await fill();
  await json('catalog', 'export');
  expect(await json('catalog', 'diff')).toMatchObject({ exitCode: 0, same: true });
  await writeFile(
    file('new.one.yaml'),
    'name: new.one\ndescription: From YAML.\nschemas:\n  "1":\n    type: object\n',
  );
  await edit('invoice.paid.json', (type) => ({ ...type, description: 'Paid in full.' }));
  expect(await json('catalog', 'diff')).toMatchObject({ exitCode: 1, added: ['new.one'], breaking: [] });
  expect(await json('catalog', 'diff', '--fail-on', 'breaking')).toMatchObject({ exitCode: 0 });
  await edit('invoice.paid.json', (type) => ({ ...type, schemas: { 1: object({ id: text }) } }));
  expect(await json('catalog', 'diff', '--fail-on', 'breaking')).toMatchObject({
    ...{ exitCode: 1, breaking: ['invoice.paid'] },
  });
  expect(await json('catalog', 'import')).toMatchObject({ exitCode: 0, added: ['new.one'] });
  expect((await read('new.one')).json).toMatchObject({
    description: 'From YAML.',
    schemas: { 1: { type: 'object' } },
  });
  const yaml = await readFile(file('new.one.yaml'), 'utf8');
  expect(await json('catalog', 'export')).toMatchObject({ removed: 0 });
  expect(await readFile(file('new.one.yaml'), 'utf8')).toBe(yaml);
});

test('a folder with a wrong file is refused by its name, and nothing is written', async () => {
  await fill();
  await json('catalog', 'export');
  for (const [content, says] of [
    ['{"name":', 'odd.json cannot be read'],
    ['[]', 'odd.json has no "name"'],
    ['{"name":"invoice.paid"}', 'are both called invoice.paid'],
  ]) {
    await writeFile(file('odd.json'), content ?? '');
    for (const command of [['catalog', 'import'], ['sync'], ['pull'], ['catalog', 'export']])
      expect(await json(...command)).toMatchObject({
        exitCode: 1,
        error: expect.stringContaining(says ?? ''),
      });
  }
  await rm(rig.file('catalog'), { recursive: true });
  expect(await json('catalog', 'import')).toMatchObject({ exitCode: 0, added: [] });
});

test('pulling merges what changed on the instance into the folder, field by field, and sync brings both together', async () => {
  await fill();
  expect(await json('pull')).toMatchObject({
    exitCode: 0,
    here: ['Invoice.Paid', 'con.nul', 'invoice.paid'],
  });
  // The instance changes the description and a field, the folder the group and another field.
  await put('invoice.paid', {
    description: 'Paid in full.',
    schema: object({ id: text, sum: { type: 'number' } }),
  });
  await put('new.there', {});
  await edit('invoice.paid.json', (type) => ({
    ...type,
    groupName: 'Money',
    schemas: { 1: object({ id: { type: 'integer' }, sum: text }) },
  }));
  await rm(file('_-con.nul.json'));
  expect(await json('pull')).toMatchObject({ exitCode: 0, here: ['invoice.paid', 'new.there'], there: [] });
  const merged = {
    ...{ name: 'invoice.paid', description: 'Paid in full.', groupName: 'Money' },
    schemas: { 1: object({ id: { type: 'integer' }, sum: { type: 'number' } }) },
  };
  expect(JSON.parse(await readFile(file('invoice.paid.json'), 'utf8'))).toEqual(merged);
  expect((await read('invoice.paid')).json.groupName).toBeNull();
  const plan = { here: [], there: ['con.nul', 'invoice.paid'], conflicts: [] };
  expect(await json('sync', '--dry-run')).toMatchObject({ exitCode: 0, ...plan });
  expect((await read('con.nul')).status).toBe(200);
  expect(await json('sync')).toMatchObject({ exitCode: 0, ...plan });
  expect((await read('invoice.paid')).json).toMatchObject(merged);
  expect((await read('con.nul')).status).toBe(404);
  expect(await json('sync')).toMatchObject({ exitCode: 0, here: [], there: [], conflicts: [] });
  // Afterwards a change on one side alone is that side's.
  await put('invoice.paid', { ...merged, groupName: 'Sales' });
  expect(await json('sync')).toMatchObject({ here: ['invoice.paid'], there: [] });
});

test('what is deleted from a file by hand has its default, and is not taken from before', async () => {
  await put('a.b', { description: 'Old.', deprecated: true, groupName: 'old' });
  await json('sync');
  await edit('a.b.json', ({ name, description }) => ({ name, description }));
  expect(await json('sync')).toMatchObject({ exitCode: 0, here: [], there: ['a.b'] });
  expect((await read('a.b')).json).toMatchObject({ deprecated: false, groupName: null, description: 'Old.' });
});

test('the file of one event type is not overwritten by another one that needs its name', async () => {
  await put('a.b', { description: 'First.' });
  await json('catalog', 'export');
  await edit('a.b.json', (type) => ({ ...type, name: 'c.d' }));
  const { exitCode, err } = await rig.run('catalog', 'export', '--dir', rig.file('catalog'));
  expect(exitCode).toBe(1);
  expect(err).toContain('a.b.json is the file of c.d, and a.b needs it. Rename it first.');
  expect(JSON.parse(await readFile(file('a.b.json'), 'utf8'))).toMatchObject({ name: 'c.d' });
});

test('what the folder and the instance both changed is left alone until somebody chooses a side', async () => {
  await fill();
  await json('catalog', 'export');
  await put('invoice.paid', { description: 'Theirs.', schema: object({ id: text, sum: text, tax: text }) });
  await edit('invoice.paid.json', (type) => ({ ...type, description: 'Mine.' }));
  for (const command of ['pull', 'sync']) {
    expect(await json(command)).toMatchObject({
      ...{ exitCode: 1, here: [], there: [], conflicts: [{ name: 'invoice.paid', pointer: '/description' }] },
    });
  }
  expect((await read('invoice.paid')).json.description).toBe('Theirs.');
  const left = await readFile(file('invoice.paid.json'), 'utf8');
  expect(left).toContain('Mine.');
  // Nothing of theirs, also where only they changed something.
  expect(left).not.toContain('tax');
  expect(await json('sync', '--take', 'mine')).toMatchObject({ exitCode: 0, there: ['invoice.paid'] });
  expect((await read('invoice.paid')).json.description).toBe('Mine.');
  expect(await json('pull', '--take', 'both')).toMatchObject({ exitCode: 2 });
});

test('a name that leads out of the folder is refused', async () => {
  const eventTypes = [{ name: '../../evil', description: '' }];
  await expect(
    writeCatalogFolder(rig.file('catalog'), eventTypes, { settings: null, flagSets: null }),
  ).rejects.toThrow('is not a name');
});

test('a folder from which much is gone removes nothing from the instance without a yes', async () => {
  await fill();
  await json('pull');
  await rm(types(), { recursive: true });
  await mkdir(types());
  expect(await json('sync')).toMatchObject({
    exitCode: 1,
    error: expect.stringContaining('would remove 3 of 3'),
  });
  expect((await read('invoice.paid')).status).toBe(200);
  expect(await json('sync', '--accept-removals')).toMatchObject({ exitCode: 0 });
  expect((await read('invoice.paid')).status).toBe(404);
});

test('an import that would break receivers, or is in conflict, stops where a build asks for that', async () => {
  const document = (schema: object) => ({
    ...{ openapi: '3.1.0', info: { title: 'x', version: '1' } },
    webhooks: { 'a.b': { post: { requestBody: { content: { 'application/json': { schema } } } } } },
  });
  const path = rig.file('openapi.json');
  const run = async (schema: object, ...more: string[]) => {
    await writeFile(path, JSON.stringify(document(schema)));
    const { exitCode, out } = await rig.run('import-openapi', path, '--json', ...more);
    return { exitCode, ...JSON.parse(out) };
  };
  const both = ['--fail-on', 'breaking,conflict'];
  expect(await run(object({ id: text, sum: text }), ...both)).toMatchObject({
    ...{ exitCode: 0, new: ['a.b'] },
    address: expect.stringMatching(/^http:.*\/#\/local\/import\?receipt=imp_\w+$/),
  });
  const breaking = { exitCode: 1, stops: [{ name: 'a.b', why: 'breaking' }], receipt: null };
  expect(await run(object({ id: text }), ...both, '--dry-run')).toMatchObject(breaking);
  expect(await run(object({ id: text }), '--fail-on', 'breaking')).toMatchObject(breaking);
  expect((await read('a.b')).json.schemas['1'].properties).toHaveProperty('sum');
  expect(await run(object({ id: text, sum: text, more: text }), ...both)).toMatchObject({ exitCode: 0 });
  await rig.server.call('PATCH', '/event-type/a.b', { schema: object({ id: { type: 'number' } }) });
  expect(await run(object({ id: { type: 'boolean' } }), '--fail-on', 'conflict', '--dry-run')).toMatchObject({
    ...{ exitCode: 1, stops: [{ name: 'a.b', why: 'conflict' }] },
  });
  expect((await rig.run('import-openapi', path, '--fail-on', 'all')).exitCode).toBe(2);
});

test('deprecation and flag sets are in the folder, go round without loss, and merge set by set', async () => {
  const set = (letter: string, name: string, more = {}) => ({
    ...{ id: `set_${letter}`, letter, name, colour: 'amber', featureFlags: ['beta'], ...more },
  });
  const sets = async () => (await rig.server.call('GET', '/catalog/flag-sets')).json;
  const putSets = async (flagSets: object[]) => {
    const { version } = await sets();
    expect((await rig.server.call('PUT', '/catalog/flag-sets', { flagSets, version })).status).toBe(200);
  };
  const flagSetsFile = join(rig.file('catalog'), 'flag-sets.yaml');
  await fill();
  const deprecation = { deprecated: true, sunsetAt: '2031-01-31T00:00:00.000Z', replacedBy: 'con.nul' };
  await rig.server.call('PATCH', '/event-type/invoice.paid', deprecation);
  const all = [set('B', 'Beta'), set('A', 'Alpha', { featureFlags: [] })];
  await putSets(all);
  await json('catalog', 'export');
  const { deprecatedAt } = (await read('invoice.paid')).json;
  const inFile = { ...deprecation, deprecatedAt };
  expect(JSON.parse(await readFile(file('invoice.paid.json'), 'utf8'))).toMatchObject(inFile);
  expect(await readFile(flagSetsFile, 'utf8')).toMatch(/^- id: set_B\n {2}letter: B$/m);
  // Into an instance that has nothing of it.
  await rig.server.call('DELETE', '/event-type/invoice.paid?expunge=true');
  await putSets([]);
  expect(await json('catalog', 'diff')).toMatchObject({ flagSets: ['B: only there', 'A: only there'] });
  const found = await json('catalog', 'import');
  expect(found).toMatchObject({ added: ['invoice.paid'], flagSets: ['B: only there', 'A: only there'] });
  expect((await read('invoice.paid')).json).toMatchObject(inFile);
  expect((await sets()).flagSets).toEqual(all);
  expect(await json('catalog', 'diff')).toMatchObject({ same: true });
  // Since when is what the side says on which it was deprecated.
  await rig.server.call('PATCH', '/event-type/invoice.paid', { deprecated: false });
  expect(await json('sync')).toMatchObject({ here: ['invoice.paid'], there: [] });
  expect(await readFile(file('invoice.paid.json'), 'utf8')).not.toContain('deprecated');
  const since = { deprecated: true, deprecatedAt: '2020-01-31T00:00:00.000Z' };
  await edit('invoice.paid.json', (type) => ({ ...type, ...since }));
  expect(await json('sync')).toMatchObject({ here: [], there: ['invoice.paid'] });
  expect((await read('invoice.paid')).json).toMatchObject(since);
  expect(JSON.parse(await readFile(file('invoice.paid.json'), 'utf8'))).toMatchObject(since);
  // Each side changes another set, or another field of one; the order is that of whoever changed it.
  await putSets([set('A', 'Alpha'), set('B', 'Beta')]);
  const written = (await readFile(flagSetsFile, 'utf8')).replace('name: Beta', 'name: Early birds');
  await writeFile(
    flagSetsFile,
    `${written}- letter: C\n  name: Gold\n  colour: lime\n  featureFlags: [gold]\n`,
  );
  expect(await json('sync')).toMatchObject({ exitCode: 0, here: ['flag-sets'], there: ['flag-sets'] });
  const merged = [
    set('A', 'Alpha'),
    set('B', 'Early birds'),
    set('C', 'Gold', { colour: 'lime', featureFlags: ['gold'] }),
  ];
  expect((await sets()).flagSets).toEqual(merged);
  expect(await json('sync')).toMatchObject({ exitCode: 0, here: [], there: [] });
  // Both change the same field of one.
  await putSets([set('A', 'Theirs'), ...merged.slice(1)]);
  await writeFile(flagSetsFile, (await readFile(flagSetsFile, 'utf8')).replace('name: Alpha', 'name: Mine'));
  expect(await json('sync')).toMatchObject({
    exitCode: 1,
    conflicts: [{ name: 'flag-sets', pointer: '/A/name' }],
  });
  expect((await sets()).flagSets[0].name).toBe('Theirs');
  expect(await json('sync', '--take', 'mine')).toMatchObject({ exitCode: 0, there: ['flag-sets'] });
  expect((await sets()).flagSets[0].name).toBe('Mine');
  await rm(flagSetsFile);
  expect(await json('sync')).toMatchObject({ exitCode: 0, there: ['flag-sets'] });
  expect((await sets()).flagSets).toEqual([]);
  await writeFile(flagSetsFile, 'A: no list\n');
  expect(await json('sync')).toMatchObject({ exitCode: 1, error: expect.stringContaining('flag-sets.yaml') });
});

test('whoever writes event types by any command can choose that nobody is told of it', async () => {
  const written = async (name: string, content: object) => {
    await writeFile(rig.file(name), JSON.stringify(content));
    return rig.file(name);
  };
  const quietly = async (...args: string[]) =>
    expect(await rig.run(...args, '--no-announce')).toMatchObject({ exitCode: 0, err: '' });
  const description = (text: string) => ({ eventTypes: [{ name: 'a.b', description: text }] });
  await rig.run('event-type', 'put', 'a.b', '--description', '1');
  await json('catalog', 'export');
  await quietly('event-type', 'put', 'a.b', '--description', '2');
  await quietly('apply', await written('state.json', description('3')), '--yes');
  await quietly('catalog', 'import', await written('catalog.json', description('4')));
  const webhooks = { 'a.b': { post: { description: '5' } } };
  const openapi = { openapi: '3.1.0', info: { title: 'T', version: '1' }, webhooks };
  await quietly('import-openapi', await written('openapi.json', openapi));
  await json('pull');
  await edit('a.b.json', (type) => ({ ...type, description: '6' }));
  await quietly('sync', '--dir', rig.file('catalog'));
  await edit('a.b.json', (type) => ({ ...type, description: '7' }));
  await json('sync');
  const { data } = (await rig.server.call('GET', '/event-type/a.b/history?with_content=true')).json;
  expect(data.map((row: { announced: boolean }) => row.announced)).toEqual([
    true,
    ...Array(5).fill(false),
    true,
  ]);
});
