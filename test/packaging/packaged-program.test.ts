import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { extractFile, getRawHeader, listPackage } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { FUSE_MARK, writeElectronStandIn } from '../support/electron-stand-in';
import { followModules, resolveModule } from '../support/followed-modules';
import { serveFrom } from '../support/serve-from';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Only these files stand in for Electron; everything else is what a user gets. */
const onLinux = process.platform === 'linux';
if (!onLinux)
  console.warn('SKIPPED: the files of the packaged program, because only those for Linux are made here');

describe.skipIf(!onLinux)('the packaged program', () => {
  let folder = '';
  let program = '';
  let archive = '';
  let inside: readonly string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-package-'));
    await writeElectronStandIn(join(folder, 'electron'));
    const script = join(import.meta.dirname, 'make-program.mjs');
    await run(process.execPath, [script, join(folder, 'package'), join(folder, 'electron')], { cwd: ROOT });
    const made = process.arch === 'arm64' ? 'linux-arm64-unpacked' : 'linux-unpacked';
    program = join(folder, 'package', made);
    archive = join(program, 'resources/app.asar');
    inside = listPackage(archive, { isPack: false });
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('has every module that the built files ask for', () => {
    const command = join(program, 'resources/command');
    const entries = ['index', 'server-entry', 'posthorn', 'catalog-worker', 'render-catalog', 'render-docs'];
    const { files, missing } = followModules(
      entries.map((name) => join(command, `out/main/${name}.js`)),
      ['electron'],
    );
    expect(files.size).toBeGreaterThan(150);
    const lost = missing.filter(({ from, name }) => isNeeded(name, from, command));
    expect(lost).toEqual([]);
    // The files that were followed are copies of those in the archive.
    const reached = [...files].map((file) => `/${relative(command, file)}`);
    expect(reached.filter((path) => !inside.includes(path))).toEqual([]);
  });

  it('holds no sources, tests or tools, and stays small', async () => {
    const odd = inside.filter((path) =>
      /^\/(?:src-|test|resources|\.)|\.(?:ts|map)$|\/sqlite3\/(?:deps|src)\/|\/node_modules\/(?:node-gyp|tar|prebuild-install|electron|react|vite)(?:\/|$)/.test(
        path,
      ),
    );
    expect(odd).toEqual([]);
    const megabytes = (await sizeOf(join(program, 'resources'))) / 1e6;
    expect(megabytes).toBeLessThan(80); // 66 on 24 November 2026, without Electron
    expect((await stat(archive)).size / 1e6).toBeLessThan(40); // 31
  });

  it('keeps the native module outside of the archive, where the system can load it', () => {
    const native = 'node_modules/sqlite3/build/Release/node_sqlite3.node';
    expect(existsSync(join(program, 'resources/app.asar.unpacked', native))).toBe(true);
    expect(nodeOf(archive, native).unpacked).toBe(true);
  });

  it('has a checksum for every file of the archive', () => {
    const files: { size?: number; integrity?: { hash: string }; unpacked?: boolean }[] = [];
    const visit = (node: AsarNode) => {
      if (!node.files) files.push(node);
      else for (const child of Object.values(node.files)) visit(child);
    };
    visit(getRawHeader(archive).header as AsarNode);
    expect(files.length).toBeGreaterThan(1_000);
    expect(files.filter((file) => !/^[0-9a-f]{64}$/.test(file.integrity?.hash ?? ''))).toEqual([]);
  });

  it('is locked by its fuses', async () => {
    const binary = await readFile(join(program, 'posthorn-desktop'));
    const at = binary.indexOf(FUSE_MARK) + FUSE_MARK.length + 2;
    const fuse = (index: number) => String.fromCharCode(binary[at + index] ?? 0) === '1';
    expect({
      runAsNode: fuse(0),
      cookieEncryption: fuse(1),
      nodeOptions: fuse(2),
      inspect: fuse(3),
      asarIntegrity: fuse(4),
      onlyAsar: fuse(5),
      filePrivileges: fuse(7),
    }).toEqual({
      runAsNode: false,
      cookieEncryption: true,
      nodeOptions: false,
      inspect: false,
      asarIntegrity: true,
      onlyAsar: true,
      filePrivileges: false,
    });
  });

  it('names the update server, and the key inside of the archive', async () => {
    const server = parse(await readFile(join(program, 'resources/app-update.yml'), 'utf8'));
    expect(server).toMatchObject({ provider: 'generic', url: 'https://posthorn.test/updates' });
    const manifest = JSON.parse(extractFile(archive, 'package.json').toString());
    expect(manifest).toMatchObject({ name: 'posthorn', updates: { publicKey: 'key-of-the-test' } });
    expect(manifest.devDependencies).toBeUndefined();
  });

  it('brings its licences and the list of its components', async () => {
    const resources = join(program, 'resources');
    expect(await readFile(join(resources, 'LICENSE'), 'utf8')).toMatch(/^MIT License/);
    const licences = await readFile(join(resources, 'licences.txt'), 'utf8');
    for (const name of [
      'sqlite3',
      'express',
      'react',
      'monaco-editor',
      'electron-updater',
      '@fontsource-variable/inter',
    ])
      expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
    const { components } = JSON.parse(await readFile(join(resources, 'posthorn.cdx.json'), 'utf8'));
    const named = new Set(components.map(({ purl }: { purl: string }) => purl.replace(/\?.*/, '')));
    const packages = inside.filter((path) =>
      /\/node_modules\/(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(path),
    );
    expect(packages.length).toBeGreaterThan(15);
    for (const path of packages) {
      const { name, version } = JSON.parse(extractFile(archive, path.slice(1)).toString());
      expect(named).toContain(`pkg:npm/${name.replace('@', '%40')}@${version}`);
    }
  });

  it('has only the language of its pages', async () => {
    expect(await readdir(join(program, 'locales'))).toEqual(['en-US.pak']);
  });

  it('answers as a command under plain Node in an empty environment', async () => {
    const command = join(program, 'resources/command/posthorn');
    const env = { PATH: `${resolve(process.execPath, '..')}:/usr/bin:/bin`, HOME: folder };
    const { stdout } = await run(command, ['--version'], { env, cwd: folder });
    expect(stdout.trim()).toBe('0.1.0');
    const server = await serveFrom(command, { env, cwd: folder });
    try {
      expect(await server.health()).toMatchObject({ status: 'ok' });
      expect(await server.page('/admin/')).toContain('<title>');
      expect(await server.importInWorker()).toEqual(['packaged.event']);
    } finally {
      expect(await server.stop()).toBe(0);
    }
  });

  it('says what its command needs where there is no Node', async () => {
    const command = join(program, 'resources/command/posthorn');
    const shellOnly = await run('/bin/sh', [command], { env: { PATH: folder } }).catch((cause) => cause);
    expect(shellOnly).toMatchObject({
      code: 127,
      stderr: expect.stringContaining('needs Node 20.19 or later'),
    });
  });
});

interface AsarNode {
  readonly files?: Readonly<Record<string, AsarNode>>;
  readonly unpacked?: boolean;
  readonly integrity?: { readonly hash: string };
}

/** Whether a file cannot do without a module: packages try out some that they do not depend on, such as colors. */
function isNeeded(name: string, from: string, root: string): boolean {
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(from) ?? [];
  if (!folder) return !name.startsWith('node:'); // one of our own files, with a package in it that tries a newer Node
  if (name.startsWith('.')) return resolveModule(name, join(ROOT, relative(root, from))) !== null;
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return Object.keys(dependencies).some((needed) => name === needed || name.startsWith(`${needed}/`));
}

function nodeOf(archive: string, path: string): AsarNode {
  let node = getRawHeader(archive).header as AsarNode;
  for (const name of path.split('/')) node = node.files?.[name] ?? {};
  return node;
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
