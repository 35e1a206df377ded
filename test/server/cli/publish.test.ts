import { existsSync } from 'node:fs';
import {
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderCatalog } from '../../../src-renderer/catalog/render-catalog';
import { type SiteFile, writeSite } from '../../../src-server/cli/site-folder';
import { atomFaults } from '../../support/atom-faults';
import { sendJson, startScriptedRemote } from '../sync/scripted-remote';
import { type CliRig, startCliRig } from './cli-rig';

let rig: CliRig;
beforeAll(async () => {
  rig = await startCliRig();
  // As built: a style sheet that two pages share, and a font by its address on the server.
  const ui = rig.file('ui');
  await mkdir(join(ui, '.vite'), { recursive: true });
  await mkdir(join(ui, 'assets'));
  await writeFile(
    join(ui, 'assets', 'base.css'),
    '@font-face{src:url(/assets/inter-latin-wght-normal.woff2) format("woff2")}',
  );
  await writeFile(join(ui, 'assets', 'catalog.css'), 'p{color:red}');
  await writeFile(join(ui, 'assets', 'script.js'), 'start()');
  await writeFile(join(ui, 'assets', 'inter-latin-wght-normal.woff2'), Buffer.from([1, 2, 3]));
  const manifest = {
    'catalog/main.ts': { file: 'assets/c.js', css: ['assets/catalog.css'], imports: ['base.ts'] },
    'catalog/script.ts': { file: 'assets/script.js' },
    'base.ts': { file: 'assets/b.js', css: ['assets/base.css'] },
  };
  await writeFile(join(ui, '.vite', 'manifest.json'), JSON.stringify(manifest));
});
afterAll(() => rig.remove());

const publish = (...args: string[]) =>
  rig.runIn(
    { pages: { uiDir: rig.file('ui'), renderCatalog, catalogProgram: 'this build' } },
    ...['publish', '--name', 'Ada Ltd', ...args],
  );
const createType = (name: string, more: object = {}) => {
  const properties = { [`field_of_${name.replace('.', '_')}`]: { type: 'string' } };
  return rig.server.call('PUT', `/event-type/${name}`, {
    description: `About ${name}.`,
    schemas: { 1: { type: 'object', properties } },
    ...more,
  });
};

async function filesBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Every address in a page or a style sheet that has no file in the folder. */
async function deadLinks(folder: string): Promise<string[]> {
  const dead: string[] = [];
  for (const file of await filesBelow(folder)) {
    if (!/\.(html|css)$/.test(file)) continue;
    const text = await readFile(file, 'utf8');
    const links = [...text.matchAll(/(?:href|src)="([^"]*)"|url\(([^)]*)\)/g)].map(
      ([, a, b]) => a ?? b ?? '',
    );
    expect(links.length + (file.endsWith('catalog.css') ? 1 : 0), file).toBeGreaterThan(0);
    for (const link of links) {
      const [path = '', anchor] = decodeURIComponent(link.replaceAll('&amp;', '&')).split('#');
      if (link === 'data:,') continue;
      if (/^([a-z]+:|\/)/i.test(path) || (path !== '' && !existsSync(resolve(dirname(file), path))))
        dead.push(link);
      else if (path === '' && anchor && !text.includes(`id="${anchor}"`)) dead.push(link);
    }
  }
  return dead;
}

test('the folder has every public event type, the one script, and links that lead to its own files', async () => {
  await createType('invoice.paid');
  await createType('beta.wombat', { featureFlags: ['beta'] });
  await createType('old.quokka', { archived: true });
  const { exitCode, out, err } = await publish('--out', rig.file('small'), '--json');
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  expect(JSON.parse(out)).toMatchObject({ ok: true, eventTypes: 1, leftOut: 2, folder: rig.file('small') });
  const page = await readFile(rig.file('small/index.html'), 'utf8');
  for (const part of ['<h1', 'Ada Ltd', 'About invoice.paid.', 'field_of_invoice_paid'])
    expect(page).toContain(part);
  expect(page).toContain('<script defer="" src="assets/script.js">');
  expect(page).toContain(
    '<link rel="preload" as="font" type="font/woff2" crossorigin="" href="assets/inter-latin-wght-normal.woff2"/>',
  );
  expect(await readFile(rig.file('small/assets/script.js'), 'utf8')).toBe('start()');
  expect(await deadLinks(rig.file('small'))).toEqual([]);
  expect(await readFile(rig.file('small/assets/base.css'), 'utf8')).toContain(
    'url(inter-latin-wght-normal.woff2)',
  );
  for (const file of await filesBelow(rig.file('small'))) {
    expect(`${file}${await readFile(file, 'latin1')}`, file).not.toMatch(/wombat|quokka/);
  }
});

test('beside the pages are the event types for programs and a feed of their changes, as everybody sees them', async () => {
  const folder = rig.file('programs');
  const read = (path: string) => readFile(join(folder, path), 'utf8');
  await createType('invoice.late', {
    replacedBy: 'beta.wombat',
    deprecated: true,
    sunsetAt: '2031-01-31T00:00:00Z',
  });
  expect((await publish('--out', folder)).exitCode).toBe(0);
  const openapi = JSON.parse(await read('openapi.json'));
  expect(Object.keys(openapi.webhooks)).toEqual(['invoice.late', 'invoice.paid']);
  expect(openapi.info.title).toBe('Ada Ltd');
  expect(openapi.webhooks['invoice.late'].post['x-sunset']).toBe('2031-01-31T00:00:00.000Z');
  expect(Object.keys(JSON.parse(await read('schemas.json')).schemas)).toEqual([
    'invoice.late',
    'invoice.paid',
  ]);
  expect(await read('events.d.ts')).toContain(`'invoice.paid': InvoicePaid;`);
  const feed = await read('changes.atom');
  expect(atomFaults(feed).filter((fault) => fault !== 'no link to itself')).toEqual([]);
  expect(feed).toContain('<title>invoice.paid is new</title>');
  expect(await read('changes.html')).toContain('invoice.paid');
  expect(await deadLinks(folder)).toEqual([]);
  for (const file of await filesBelow(folder))
    expect(`${file}${await readFile(file, 'latin1')}`, file).not.toMatch(/wombat|quokka/);
  // The same event types give the same feed.
  expect((await publish('--out', folder, '--json')).out).toContain('"changed":0');
  await rig.server.call('PATCH', '/settings', { catalogDomain: 'events.ada.example' });
  await publish('--out', folder);
  const named = await read('changes.atom');
  expect(atomFaults(named)).toEqual([]);
  expect(named).toContain('href="https://events.ada.example/changes.atom"');
  expect(await read('sitemap.xml')).toContain('<loc>https://events.ada.example/changes.html</loc>');
  await rig.server.call('PATCH', '/settings', { catalogDomain: null });
  await rig.server.call('DELETE', '/event-type/invoice.late?expunge=true');
});

test('a large catalog has a page for each type; what is no longer public is gone the next time', async () => {
  const folder = rig.file('large');
  // Each in its own group, so that pages are small and fast to generate.
  const eventTypes = Array.from({ length: 64 }, (_, n) => ({
    name: `g${n}.many`,
    description: 'One of many.',
  }));
  await rig.server.call('POST', '/environment/import', { eventTypes });
  expect((await publish('--out', folder)).exitCode).toBe(0);
  expect(await deadLinks(folder)).toEqual([]);
  expect(existsSync(join(folder, 'types/g7.many.html'))).toBe(true);
  await createType('g7.many', { featureFlags: ['beta'] });
  expect((await publish('--out', folder)).exitCode).toBe(0);
  for (const file of await filesBelow(folder)) {
    const text = await readFile(file, 'latin1');
    // Whoever saw it learns that it is gone.
    if (/changes(-\d+)?\.(html|atom)$/.test(file)) expect(text).toMatch(/g7\.many|Removed/);
    else expect(`${file}${text}`, file).not.toMatch(/\bg7\.many\b/);
  }
  expect((await readdir(rig.file('.'))).filter((name) => /next|old/.test(name))).toEqual([]);
});

test('a page that would be the same keeps its time; what changed is made anew, and so is what is gone', async () => {
  const folder = rig.file('again');
  const long = new Date('2020-01-01T00:00:00Z');
  const pathOf = (n: number) => join(folder, `types/g${n}.many.html`);
  const changed = async () => JSON.parse((await publish('--out', folder, '--json')).out).changed;
  await publish('--out', folder);
  for (const file of await filesBelow(folder)) await utimes(file, long, long);
  expect(await changed()).toBe(0);
  expect((await stat(pathOf(1))).mtime).toEqual(long);
  await createType('g1.many', { description: 'Other words.' });
  await rm(pathOf(2));
  // Both pages, the two that list all types (the first one and the index of the search), the four files for programs,
  // the feed, and the page of changes.
  expect(await changed()).toBe(10);
  expect(await readFile(pathOf(1), 'utf8')).toContain('Other words.');
  expect((await stat(pathOf(2))).mtime).not.toEqual(long);
  expect((await stat(pathOf(3))).mtime).toEqual(long);
  expect(await deadLinks(folder)).toEqual([]);
});

test('a page that somebody cut or changed is made anew, and so is one of which an older run left no hash', async () => {
  const folder = rig.file('damaged');
  const changed = async () => JSON.parse((await publish('--out', folder, '--json')).out).changed;
  await publish('--out', folder);
  const pages = ['index.html', 'types/g3.many.html', 'assets/base.css'].map((path) => join(folder, path));
  const [index = '', type = '', style = ''] = pages;
  const before = await Promise.all(pages.map((path) => readFile(path, 'utf8')));
  await truncate(index, 100);
  await writeFile(type, (await readFile(type, 'utf8')).replace('One of many.', 'One of them..'));
  await rm(style);
  await mkdir(style);
  expect(await changed()).toBe(3);
  expect(await Promise.all(pages.map((path) => readFile(path, 'utf8')))).toEqual(before);
  expect(await changed()).toBe(0);
  const list = join(folder, '.posthorn-files.json');
  const { hashes: _, ...older } = JSON.parse(await readFile(list, 'utf8'));
  await writeFile(list, JSON.stringify(older));
  expect(await changed()).toBe(older.files.length);
});

test('a list of our files that somebody cut makes them all foreign, until --force', async () => {
  const folder = rig.file('unlisted');
  await publish('--out', folder);
  await truncate(join(folder, '.posthorn-files.json'), 20);
  expect(await publish('--out', folder)).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('--force'),
  });
  expect((await publish('--out', folder, '--force')).exitCode).toBe(0);
  expect((await publish('--out', folder)).exitCode).toBe(0);
});

test('with --force nothing is written or removed through a link to another folder', async () => {
  const folder = rig.file('linked');
  const elsewhere = rig.file('elsewhere');
  await publish('--out', folder);
  await rename(join(folder, 'types'), elsewhere);
  await symlink(elsewhere, join(folder, 'types'));
  const before = await readdir(elsewhere);
  await createType('g4.many', { archived: true });
  const refused = await publish('--out', folder, '--force');
  expect(refused).toMatchObject({ exitCode: 1, err: expect.stringMatching(/linked\/types is a link/) });
  expect(await readdir(elsewhere)).toEqual(before);
  // The list of our files as a link is replaced, not followed.
  await rm(join(folder, 'types'));
  await writeFile(rig.file('mine.json'), '{}');
  await rm(join(folder, '.posthorn-files.json'));
  await symlink(rig.file('mine.json'), join(folder, '.posthorn-files.json'));
  expect((await publish('--out', folder, '--force')).exitCode).toBe(0);
  expect(await readFile(rig.file('mine.json'), 'utf8')).toBe('{}');
});

test('the data folder of a server is never written to, not below it, through a link, or as a folder of the site', async () => {
  const { dataDir } = rig.server;
  const before = (await readdir(dataDir)).sort();
  await symlink(dataDir, rig.file('to-data'));
  const outs = [dataDir, join(dataDir, 'site'), rig.file('to-data'), rig.file('to-data/a/b')];
  for (const out of outs) {
    const refused = await publish('--out', out, '--force');
    expect(refused, out).toMatchObject({ exitCode: 1, err: expect.stringContaining('the data of a server') });
  }
  expect((await readdir(dataDir)).sort()).toEqual(before);
  const stopped = rig.file('around/types');
  await mkdir(stopped, { recursive: true });
  await writeFile(join(stopped, 'posthorn.db'), 'data');
  expect((await publish('--out', rig.file('around'), '--force')).exitCode).toBe(1);
  expect(await readdir(stopped)).toEqual(['posthorn.db']);
});

test('a folder with other files is refused untouched; with --force they stay and only our own go', async () => {
  const folder = rig.file('mixed');
  await mkdir(join(folder, '.git'), { recursive: true });
  await writeFile(join(folder, '.git', 'config'), 'mine');
  await writeFile(join(folder, 'index.html'), 'mine');
  const refused = await publish('--out', folder);
  expect(refused).toMatchObject({ exitCode: 1, out: '', err: expect.stringContaining('--force') });
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toBe('mine');
  expect((await publish('--out', folder, '--force')).exitCode).toBe(0);
  expect(await readFile(join(folder, '.git', 'config'), 'utf8')).toBe('mine');
  expect(existsSync(join(folder, 'types/g9.many.html'))).toBe(true);
  await createType('g9.many', { archived: true });
  expect((await publish('--out', folder, '--force')).exitCode).toBe(0);
  expect(existsSync(join(folder, 'types/g9.many.html'))).toBe(false);
  expect(await readFile(join(folder, '.git', 'config'), 'utf8')).toBe('mine');
  expect(await deadLinks(folder)).toEqual([]);
});

test('a run that was cut off between the old folder and the new one is finished by the next', async () => {
  const folder = rig.file('cut');
  const write = (path: string, text: string) =>
    mkdir(dirname(path), { recursive: true }).then(() => writeFile(path, text));
  const left = async () => (await readdir(rig.file('.'))).filter((name) => name.startsWith('cut.'));
  const failing = async function* (): AsyncGenerator<SiteFile> {
    yield { path: 'index.html', source: null, content: () => 'never there' };
    throw new Error('stopped');
  };
  const run = () => writeSite(folder, failing(), false).catch((cause: unknown) => cause);
  // No process has this id, and the folder has been moved away.
  const next = `${folder}.4194999-0a1b2c3d.next`;
  await write(join(`${next}.old`, 'index.html'), 'old');
  await write(join(`${next}.old`, '.posthorn-files.json'), '{"files":["index.html"]}');
  await write(join(next, 'index.html'), 'half of the new');
  expect(await run()).toMatchObject({ message: 'stopped' });
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toBe('old');
  expect(await left()).toEqual([]);
  await rename(folder, `${next}.old`);
  await write(join(next, 'index.html'), 'new');
  await write(join(next, '.posthorn-files.json'), '{"files":["index.html"]}');
  // Another run, still in progress.
  const other = `${folder}.${process.ppid}-0a1b2c3d.next`;
  await write(join(other, 'index.html'), 'of another run');
  await run();
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toBe('new');
  expect(await left()).toEqual([basename(other)]);
  await rm(other, { recursive: true });
});

test('nothing is written without a display name, without built pages, over a file, or when it is stopped', async () => {
  const pages = { uiDir: rig.file('ui'), renderCatalog };
  expect(await rig.runIn({ pages }, 'publish', '--out', rig.file('n'))).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('display name'),
  });
  expect(await rig.run('publish', '--out', rig.file('n'))).toMatchObject({ exitCode: 1 });
  expect((await publish()).exitCode).toBe(2);
  await writeFile(rig.file('plain'), 'mine');
  expect(await publish('--out', rig.file('plain'))).toMatchObject({ exitCode: 1 });
  const stop = new AbortController();
  const stopped = await rig.runIn(
    { pages, signal: stop.signal, progress: (text) => /page 3 /.test(text) && stop.abort() },
    ...['publish', '--name', 'A', '--out', rig.file('n')],
  );
  expect(stopped.exitCode).toBe(130);
  expect((await readdir(rig.file('.'))).filter((name) => name === 'n' || name.startsWith('n.'))).toEqual([]);
});

test('a type whose flag an older instance spells the old way is not published', async () => {
  const older = await startScriptedRemote();
  try {
    older.respond = ({ url }, response) =>
      url.startsWith('/api/v1/event-type?')
        ? sendJson(response, 200, {
            data: [
              { name: 'a.shown', description: '' },
              { name: 'a.hidden', description: '', featureFlag: 'beta' },
            ],
            done: true,
            iterator: null,
          })
        : sendJson(response, 404, { code: 'not_found', detail: 'Entity not found' });
    const at = ['--url', older.baseUrl, '--token', 'remote-token'];
    expect((await publish('--out', rig.file('older'), ...at)).exitCode).toBe(0);
    const page = await readFile(rig.file('older/index.html'), 'utf8');
    expect(page).toContain('shown');
    expect(page).not.toContain('hidden');
  } finally {
    await older.close();
  }
});
