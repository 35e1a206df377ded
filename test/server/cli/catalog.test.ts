import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ScriptedRemote, sendJson, startScriptedRemote } from '../sync/scripted-remote';
import { type CliRig, startCliRig } from './cli-rig';

let rig: CliRig;
let older: ScriptedRemote;
beforeAll(async () => {
  rig = await startCliRig();
  older = await startScriptedRemote();
});
afterAll(async () => {
  await rig.remove();
  await older.close();
});

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'x', version: '1' },
  webhooks: Object.fromEntries(
    ['invoice.paid', 'invoice.sent', 'no good name'].map((name) => [
      name,
      {
        post: {
          description: `About ${name}.`,
          requestBody: {
            content: {
              'application/json': { schema: { type: 'object', properties: { amount: { type: 'integer' } } } },
            },
          },
        },
      },
    ]),
  ),
};
const json = async (...args: string[]) => JSON.parse((await rig.run(...args, '--json')).out);

test('a document is planned, imported, and the second time unchanged', async () => {
  await writeFile(rig.file('openapi.json'), JSON.stringify(DOCUMENT));
  const plan = { new: ['invoice.paid', 'invoice.sent'], changed: [], unchanged: [], archived: [] };
  expect(await json('import-openapi', rig.file('openapi.json'), '--dry-run')).toMatchObject({
    ok: true,
    dryRun: true,
    ...plan,
    problems: [{ severity: 'skipped', name: 'no good name' }],
  });
  expect((await rig.server.call('GET', '/event-type')).json.data).toEqual([]);
  const { exitCode, out } = await rig.run('import-openapi', rig.file('openapi.json'));
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^\+ invoice\.paid$/m);
  expect(out).toContain('2 new, 0 changed, 0 unchanged');
  expect(await json('import-openapi', rig.file('openapi.json'))).toMatchObject({
    ...plan,
    new: [],
    unchanged: plan.new,
  });
});

test('a catalog file may hold names alone', async () => {
  await writeFile(rig.file('names.json'), JSON.stringify({ eventTypes: [{ name: 'only.a.name' }] }));
  expect((await rig.run('catalog', 'import', rig.file('names.json'))).exitCode).toBe(0);
  expect((await rig.server.call('GET', '/event-type/only.a.name')).json.description).toBe('');
  await rig.server.call('DELETE', '/event-type/only.a.name?expunge=true');
});

test('a catalog file of another version is refused', async () => {
  await writeFile(
    rig.file('next.json'),
    JSON.stringify({ version: 99, eventTypes: [{ name: 'from.tomorrow' }] }),
  );
  const refused = await rig.run('catalog', 'import', rig.file('next.json'));
  expect(refused).toMatchObject({ exitCode: 1, err: expect.stringContaining('has version 99') });
  expect((await rig.server.call('GET', '/event-type/from.tomorrow')).status).toBe(404);
});

test('a document comes from standard input too, and says which types it would archive', async () => {
  await rig.server.call('POST', '/event-type', { name: 'old.one', description: 'x' });
  const readInput = () => Promise.resolve(JSON.stringify(DOCUMENT));
  const run = (...args: string[]) =>
    rig.runIn({ readInput }, 'import-openapi', '-', '--replace-all', '--json', ...args);
  expect(JSON.parse((await run('--dry-run')).out)).toMatchObject({ archived: ['old.one'], changed: [] });
  expect(JSON.parse((await run()).out)).toMatchObject({ archived: ['old.one'], changed: [], new: [] });
  expect((await rig.server.call('GET', '/event-type/old.one')).json.archived).toBe(true);
});

test('what was changed by hand is kept, and what both changed is left until the document is to win', async () => {
  const file = rig.file('moved.json');
  const moved = structuredClone(DOCUMENT);
  const [paid, sent] = ['invoice.paid', 'invoice.sent'].map((name) => moved.webhooks[name]?.post);
  if (!paid || !sent) throw new Error('the document has them');
  await rig.server.call('PATCH', '/event-type/invoice.paid', { description: 'By hand.' });
  await rig.server.call('PATCH', '/event-type/invoice.sent', { description: 'Mine.' });
  paid.description = 'By the document.';
  Object.assign(sent, { deprecated: true });
  await writeFile(file, JSON.stringify(moved));
  const again = ['import-openapi', file, '--same-as', 'openapi.json'] as const;
  const { out, exitCode } = await rig.run(...again, '--dry-run');
  expect(exitCode).toBe(0);
  expect(out.split('\n').slice(0, 4)).toEqual([
    '? invoice.paid: description changed in the document and by hand; not written',
    '~ invoice.sent',
    '    becomes deprecated',
    '= invoice.sent: keeps description as edited by hand',
  ]);
  expect(out).toContain('0 new, 1 changed, 0 unchanged, 1 in conflict, 1 skipped');
  const left = await rig.run(...again, '--json');
  expect(left.exitCode).toBe(1);
  expect(JSON.parse(left.out)).toMatchObject({
    changed: ['invoice.sent'],
    conflicts: [{ name: 'invoice.paid', fields: ['description'] }],
    receipt: expect.stringMatching(/^imp_/),
  });
  expect((await rig.server.call('GET', '/event-type/invoice.paid')).json.description).toBe('By hand.');
  expect(await json(...again, '--overwrite')).toMatchObject({ changed: ['invoice.paid'] });
  const description = (await rig.server.call('GET', '/event-type/invoice.paid')).json.description;
  expect(description).toBe('By the document.');
  expect((await rig.server.call('GET', '/event-type/import/receipt')).json.data[0].sourceName).toBe(
    'moved.json',
  );
});

test('a file with the same title and another name is another document, unless --same-as names it', async () => {
  const file = rig.file('second.json');
  const second = structuredClone(DOCUMENT);
  const paid = second.webhooks['invoice.paid']?.post;
  if (!paid) throw new Error('the document has it');
  paid.description = 'By the second document.';
  await writeFile(file, JSON.stringify(second));
  const { out } = await rig.run('import-openapi', file, '--dry-run');
  expect(out).toMatch(
    /^\? invoice\.paid: the catalog has it from “.+” \(moved\.json\), and this document differs;/m,
  );
  const same = await rig.run('import-openapi', file, '--dry-run', '--same-as', 'moved.json');
  expect(same.out).toMatch(/^~ invoice\.paid$/m);
});

test('a document that cannot be imported is refused in the words of the server', async () => {
  await writeFile(rig.file('bad.json'), '{"swagger": "2.0"}');
  const { exitCode, out, err } = await rig.run('import-openapi', rig.file('bad.json'));
  expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
  expect(err).toContain('Swagger 2.0 is not supported');
  expect((await rig.run('import-openapi', rig.file('nothing'))).exitCode).toBe(1);
});

test('a catalog is exported, changed, compared, imported, and then the same', async () => {
  const file = rig.file('catalog.json');
  expect(await json('catalog', 'export', file)).toMatchObject({ ok: true, file, settings: true });
  const { out } = await rig.run('catalog', 'export');
  const { createdAt: _, ...printed } = JSON.parse(out);
  const catalog = JSON.parse(await readFile(file, 'utf8'));
  expect(catalog).toMatchObject(printed);
  expect(await rig.run('catalog', 'diff', file)).toMatchObject({ exitCode: 0 });

  const paid = catalog.eventTypes.find(({ name }: { name: string }) => name === 'invoice.paid');
  paid.schemas['1'].properties = { amount: { type: 'number' }, currency: { type: 'string' } };
  paid.featureFlags = ['beta'];
  catalog.eventTypes.push({ name: 'invoice.void', description: '\u001b[31mred' });
  catalog.settings.displayName = 'Changed';
  await writeFile(file, JSON.stringify(catalog));
  const diff = await rig.run('catalog', 'diff', file, '--settings');
  expect(diff.exitCode).toBe(1);
  for (const line of [
    'amount: integer becomes number',
    'currency: added (string, optional)',
    'feature flags: none (visible to everyone) becomes beta',
    `+ invoice.void: only in ${file}`,
    '~ setting displayName: null becomes "Changed"',
  ])
    expect(diff.out).toContain(line);
  expect(await json('catalog', 'diff', file)).toMatchObject({
    ok: true,
    same: false,
    added: ['invoice.void'],
    changed: [{ name: 'invoice.paid' }],
    settings: [],
  });
  expect(await json('catalog', 'import', file, '--dry-run')).toMatchObject({ added: ['invoice.void'] });
  expect((await rig.server.call('GET', '/event-type/invoice.void')).status).toBe(404);

  expect((await rig.run('catalog', 'import', file)).exitCode).toBe(0);
  expect((await rig.run('catalog', 'diff', file)).exitCode).toBe(0);
  expect((await rig.server.call('GET', '/settings')).json.displayName).toBeNull();
  expect((await rig.run('catalog', 'import', file, '--settings')).exitCode).toBe(0);
  expect((await rig.server.call('GET', '/settings')).json.displayName).toBe('Changed');
});

test('numbers in schemas stay as they are spelled, in a file and back, and are compared so', async () => {
  const schema = (digit: number) =>
    `{"properties":{"b":{"maximum":922337203685477580${digit},"default":2.0},"1":{"enum":[1e3,-0]}}}`;
  const put = (raw: string) => rig.server.call('PUT', '/event-type/number.kept', undefined, { raw });
  await put(`{"description":"","schema":${schema(7)}}`);
  const file = rig.file('numbers.json');
  await rig.run('catalog', 'export', file);
  const text = await readFile(file, 'utf8');
  expect(text.replace(/\s/g, '')).toContain(schema(7));
  await put(`{"description":"","schema":${schema(6)}}`);
  expect((await rig.run('catalog', 'diff', file)).out).toContain(
    'b: at most 9223372036854775806 becomes at most 9223372036854775807',
  );
  expect((await rig.run('catalog', 'import', file)).exitCode).toBe(0);
  expect((await rig.server.call('GET', '/event-type/number.kept')).text).toContain(schema(7));
  expect((await rig.run('catalog', 'diff', file)).exitCode).toBe(0);
});

test('a file that is no catalog is refused, whatever is wrong with it', async () => {
  for (const text of ['{', '[]', '{"eventTypes":[{}]}', '{"eventTypes":"x"}']) {
    await writeFile(rig.file('broken.json'), text);
    for (const command of ['diff', 'import']) {
      expect((await rig.run('catalog', command, rig.file('broken.json'))).exitCode, text).toBe(1);
    }
  }
  expect((await rig.run('catalog', 'diff')).exitCode).toBe(2);
  expect((await rig.run('catalog', 'diff', 'a', '--from', 'http://x')).exitCode).toBe(2);
});

/** A server of the previous generation: one flag, pages of one, no export, no import, no tokens. */
function respondAsOlder(types: Record<string, object>): void {
  older.seen.length = 0;
  older.respond = ({ method, url, headers, body }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://x');
    if (headers.authorization !== 'Bearer remote-token') {
      return sendJson(response, 401, { code: 'authentication_failed', detail: 'Invalid token' });
    }
    const name = /^\/api\/v1\/event-type\/([^/]+)$/.exec(pathname)?.[1];
    if (method === 'PUT' && name !== undefined) {
      types[name] = { name, ...JSON.parse(body) };
      return sendJson(response, 200, types[name]);
    }
    if (method === 'GET' && pathname === '/api/v1/event-type') {
      const names = Object.keys(types).sort();
      const at = Number(searchParams.get('iterator') ?? 0);
      const data = names.slice(at, at + 1).map((name) => types[name]);
      return sendJson(response, 200, { data, iterator: String(at + 1), done: at + 1 >= names.length });
    }
    sendJson(response, 404, { code: 'not_found', detail: 'Entity not found' });
  };
}

const AT_OLDER = () => ['--url', older.baseUrl, '--token', 'remote-token'];

test('an older instance is read by its lists and written type by type, its one flag kept', async () => {
  const types: Record<string, object> = {
    'a.one': { name: 'a.one', description: 'A', archived: false, featureFlag: 'beta', schemas: null },
    'b.two': { name: 'b.two', description: 'B', archived: true, schemas: null },
  };
  respondAsOlder(types);
  const file = rig.file('older.json');
  expect(await json('catalog', 'export', file, ...AT_OLDER())).toMatchObject({
    eventTypes: 2,
    settings: false,
  });
  const catalog = JSON.parse(await readFile(file, 'utf8'));
  catalog.eventTypes[1].description = 'B two';
  catalog.eventTypes.push({ name: 'c.three', description: 'C', featureFlags: ['beta', 'vip'] });
  await writeFile(file, JSON.stringify(catalog));
  expect(await json('catalog', 'import', file, ...AT_OLDER())).toMatchObject({ added: ['c.three'] });
  expect(older.seen.filter(({ method }) => method === 'PUT').map(({ url }) => url)).toEqual([
    '/api/v1/event-type/b.two',
    '/api/v1/event-type/c.three',
  ]);
  expect(types['c.three']).toMatchObject({ featureFlag: 'beta', featureFlags: ['beta', 'vip'] });
  expect((await rig.run('catalog', 'diff', file, ...AT_OLDER())).exitCode).toBe(0);
  expect(await rig.run('catalog', 'import', file, '--settings', ...AT_OLDER())).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('cannot import settings'),
  });
  const env = { POSTHORN_FROM_TOKEN: 'remote-token' };
  const diff = await rig.runIn({ env }, 'catalog', 'diff', '--from', older.baseUrl, '--json');
  expect(diff.exitCode).toBe(1);
  expect(JSON.parse(diff.out).added).toEqual(['a.one', 'b.two', 'c.three']);
});

test('an instance that makes no plans imports all the same', async () => {
  const bodies: unknown[] = [];
  older.respond = ({ method, url, body }, response) => {
    if (method === 'POST' && url === '/api/v1/event-type/import/openapi') {
      bodies.push(JSON.parse(body));
      return sendJson(response, 200, {
        data: { modified: [], to_modify: [{ name: 'invoice.paid' }, { name: 'invoice.sent' }] },
      });
    }
    if (method === 'GET') {
      const data = [{ name: 'invoice.paid', archived: false }];
      return sendJson(response, 200, { data, iterator: null, done: true });
    }
    return sendJson(response, 404, { code: 'not_found', detail: 'no' });
  };
  const file = rig.file('openapi.json');
  expect(await json('import-openapi', file, '--dry-run', ...AT_OLDER())).toMatchObject({
    dryRun: true,
    new: ['invoice.sent'],
    changed: ['invoice.paid'],
  });
  expect(bodies).toEqual([{ specRaw: JSON.stringify(DOCUMENT), dryRun: true, replaceAll: false }]);
});

test('what an older instance cannot do is said, with what to do instead', async () => {
  respondAsOlder({});
  const imported = await rig.run('import-openapi', rig.file('openapi.json'), ...AT_OLDER());
  expect(imported).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('cannot read OpenAPI documents'),
  });
  expect(await rig.run('token', 'list', ...AT_OLDER())).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('not Posthorn'),
  });
});

test('a server that is none of ours, or sends us elsewhere, is exit code 3', async () => {
  older.respond = (_, response) => response.writeHead(200).end('<html>');
  expect((await rig.run('catalog', 'export', ...AT_OLDER())).exitCode).toBe(3);
  older.respond = (_, response) => response.writeHead(302, { location: 'https://else.example' }).end();
  expect(await rig.run('catalog', 'export', ...AT_OLDER())).toMatchObject({
    exitCode: 3,
    err: expect.stringContaining('redirect to https://else.example'),
  });
  older.respond = (_, response) => sendJson(response, 500, { detail: 'Token remote-token \u001b[2J broke' });
  const { exitCode, err } = await rig.run('catalog', 'export', ...AT_OLDER());
  expect(exitCode).toBe(1);
  expect(err).not.toContain('remote-token');
  expect(err).not.toContain('\u001b');
});
