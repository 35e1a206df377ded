import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveFrom } from '../support/serve-from';

const ROOT = resolve(import.meta.dirname, '../..');
const NATIVE = 'node_modules/sqlite3/build';
const run = promisify(execFile);

/**
 * The registry is asked only for what the cache of npm does not have. Scripts are not run: where no compiled sqlite3 can
 * be downloaded, compiling it would take a minute, so the one of the checkout is copied, which is the same version.
 */
const INSTALL = [
  'install',
  '--prefer-offline',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--loglevel=error',
];

// Windows starts npm only through its shell, which quotes differently.
const onWindows = process.platform === 'win32';
if (onWindows) console.warn('SKIPPED: the package for npm, which is tested on Linux and macOS');

describe.skipIf(onWindows)('the package for npm', () => {
  let folder = '';
  let packed: {
    readonly filename: string;
    readonly size: number;
    readonly files: readonly { path: string }[];
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-npm-'));
    // Without the build that comes before it by default: what is built is tested.
    const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
    const { stdout } = await run('npm', args, { cwd: ROOT });
    const response = JSON.parse(stdout);
    packed = Array.isArray(response) ? response[0] : Object.values(response)[0];
  }, 60_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('contains the server and its pages, and nothing of the checkout', () => {
    const paths = packed.files.map(({ path }) => path);
    for (const path of ['LICENSE', 'README.md', 'out/main/posthorn.js', 'out/renderer/admin/index.html'])
      expect(paths).toContain(path);
    expect(paths.filter((path) => path.startsWith('resources/'))).toEqual([
      'resources/packaging/posthorn.service',
    ]);
    const others =
      /^(?!LICENSE$|README\.md$|package\.json$|out\/main\/|out\/renderer\/|resources\/)|\.map$|stamp/;
    expect(paths.filter((path) => others.test(path))).toEqual([]);
    expect(packed.size / 1e6).toBeLessThan(13); // 11.3 on 30 November 2026
  });

  it('is refused by `npm publish`, which looks for this mark', async () => {
    expect(JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')).private).toBe(true);
  });

  it('runs in an empty folder of an empty account, with Node alone', async (test) => {
    const home = join(folder, 'home');
    const project = join(folder, 'project');
    for (const folder of [home, project]) await rm(folder, { recursive: true, force: true });
    await mkdir(home);
    await mkdir(project);
    const configOf = async (name: string) =>
      (await run('npm', ['config', 'get', name], { cwd: ROOT })).stdout.trim();
    const env = {
      ...wayToTheRegistry(),
      PATH: `${resolve(process.execPath, '..')}:/usr/bin:/bin`,
      HOME: home,
      npm_config_cache: await configOf('cache'),
      // Otherwise the one below `--prefix`: the settings of the machine are not those of the account.
      npm_config_globalconfig: await configOf('globalconfig'),
    };
    // Named, because npm would take a folder above that happens to have modules.
    const args = [...INSTALL, '--prefix', project, join(folder, packed.filename)];
    const failure = await run('npm', args, { cwd: project, env }).catch((cause) => cause);
    if (/ENOTFOUND|ENOTCACHED|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT/.test(failure.stderr)) {
      console.warn('SKIPPED: installing the package for npm, because no registry can be reached');
      test.skip();
    }
    expect(failure.stderr).toBe('');
    if (!existsSync(join(project, NATIVE)))
      await cp(join(ROOT, NATIVE), join(project, NATIVE), { recursive: true });
    const installed = await readdir(join(project, 'node_modules'));
    expect(installed.filter((name) => /^(?:electron|react|vite|monaco-editor)/.test(name))).toEqual([]);

    const { stdout } = await run('npx', ['--no-install', 'posthorn', '--version'], { cwd: project, env });
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    expect(stdout.trim()).toBe(version);
    // What npx starts, without npx between, which would not pass the signal on.
    const server = await serveFrom(join(project, 'node_modules/.bin/posthorn'), { cwd: project, env });
    try {
      expect(await server.health()).toMatchObject({ status: 'ok' });
      expect(await server.page('/admin/')).toContain('<title>');
      expect(await server.importInWorker()).toEqual(['packaged.event']);
    } finally {
      expect(await server.stop()).toBe(0);
    }
  }, 120_000);
});

/** Certificates and proxies belong to the machine, not to the account. */
function wayToTheRegistry(): NodeJS.ProcessEnv {
  const names = /^(?:NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|(?:https?|no)_proxy|npm_config_registry)$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => names.test(name)));
}
