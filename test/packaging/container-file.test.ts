import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCommand, readEnv, readStages } from '../support/container-file';
import { serveFrom } from '../support/serve-from';

const ROOT = resolve(import.meta.dirname, '../..');
const SCRIPT = join(import.meta.dirname, 'read-only-root.sh');
const run = promisify(execFile);

const stages = readStages(readFileSync(join(ROOT, 'resources/packaging/Containerfile'), 'utf8'));
const [build = [], final = []] = stages;
const textsOf = (stage: typeof build, name: string) =>
  stage.filter((instruction) => instruction.name === name).map(({ text }) => text);

/** A mount namespace of its own; for others than root, with an account of its own as well. */
const UNSHARE = ['--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])];
const canHaveReadOnlyRoot = canMountReadOnly();
if (!canHaveReadOnlyRoot)
  console.warn(
    'SKIPPED: the container with a read-only root, because no file system can be made read-only here',
  );

describe('the container file', () => {
  it('builds in one stage and runs in another, which has neither shell nor root', () => {
    expect(stages).toHaveLength(2);
    expect(textsOf(final, 'FROM')[0]).toMatch(/distroless\/nodejs\d+-debian\d+:nonroot$/);
    expect(textsOf(final, 'USER')).toEqual(['65532:65532']);
    expect(textsOf(final, 'RUN')).toEqual([]);
    for (const [from] of stages.map((stage) => textsOf(stage, 'FROM')))
      expect(from).not.toMatch(/:latest|^[^:]+$/);
  });

  it('runs the same version of Node that it builds with, on the same system', () => {
    const [, major] = /node:(\d+)-bookworm/.exec(textsOf(build, 'FROM')[0] ?? '') ?? [];
    expect(textsOf(final, 'FROM')[0]).toContain(`nodejs${major}-debian12`);
  });

  it('keeps its data, and what it writes for a moment, on its volume', () => {
    expect(textsOf(final, 'VOLUME')).toEqual(['/data']);
    expect(readEnv(final)).toMatchObject({ POSTHORN_DATA_DIR: '/data', HOME: '/data', TMPDIR: '/data' });
    expect(textsOf(final, 'COPY')).toContain('--from=build --chown=65532:65532 /data /data');
  });

  it('is given everything that the build reads, and nothing else', () => {
    const given = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
    expect(given).toContain('*');
    const names = given.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    expect(names.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
    const copied = textsOf(build, 'COPY').flatMap((text) => text.split(' ').slice(0, -1));
    expect(copied.filter((name) => name !== '.' && !names.includes(name))).toEqual([]);
    const read = [
      'electron.vite.config.ts',
      'tsconfig.json',
      'src-main',
      'src-renderer',
      'src-server',
      'resources',
    ];
    expect(read.filter((name) => !names.includes(name))).toEqual([]);
    // The build fails where one of these is missing.
    const { references } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8'));
    const projects: string[] = references.map(
      ({ path }: { path: string }) => `${path.slice(2)}/tsconfig.json`,
    );
    expect(
      projects.filter((path) => !names.some((name) => path === name || path.startsWith(`${name}/`))),
    ).toEqual([]);
    const unwanted = /^(?:test|node_modules|out|\.git|\.env)/;
    expect(names.filter((name) => unwanted.test(name) && name !== 'test/tsconfig.json')).toEqual([]);
  });
});

const onWindows = process.platform === 'win32';
if (onWindows) console.warn('SKIPPED: what runs in the container, which is Linux');

describe.skipIf(onWindows)('what runs in the container', () => {
  let folder = '';
  let app = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-container-'));
    app = join(folder, 'app');
    // The last step of the first stage; those before it are `npm ci` and `npm run build`.
    const [copy = ''] = textsOf(build, 'RUN').flatMap((text) =>
      text.split('&&').filter((step) => /\/app/.test(step)),
    );
    expect(copy.trim()).toBe('node resources/tools/copy-runtime.mjs /app');
    await run(process.execPath, ['resources/tools/copy-runtime.mjs', app], { cwd: ROOT });
  }, 60_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** A command of the file, with the places of this test. */
  const here = (command: readonly string[]) =>
    command.map((part) =>
      part.replace(/^\/nodejs\/bin\/node$/, process.execPath).replace(/^\/app\//, `${app}/`),
    );

  it('is small, without what only building needs', async () => {
    const modules = await readdir(join(app, 'node_modules'));
    expect(
      modules.filter((name) => /^(?:node-gyp|tar|prebuild-install|react|vite|electron)/.test(name)),
    ).toEqual([]);
    expect(existsSync(join(app, 'node_modules/sqlite3/deps'))).toBe(false);
    const { stdout } = await run('du', ['-sk', app]);
    expect(Number.parseInt(stdout, 10) / 1024).toBeLessThan(60); // 48 on 24 November 2026
  });

  it.skipIf(!canHaveReadOnlyRoot)(
    'serves with a read-only root and no right but to its volume, and its health check tells',
    async () => {
      const data = join(folder, 'data');
      await mkdir(data);
      const port = await freePort();
      const places = { HOME: data, TMPDIR: data, POSTHORN_DATA_DIR: data, POSTHORN_PORT: String(port) };
      const env = { ...readEnv(final), ...places, POSTHORN_HOST: '127.0.0.1' };
      const [program = '', ...args] = here([
        ...readCommand(final, 'ENTRYPOINT'),
        ...readCommand(final, 'CMD'),
      ]);
      const unshare = [...UNSHARE, SCRIPT, data, program, ...args];
      const [check = '', ...checkArgs] = here(readCommand(final, 'HEALTHCHECK'));
      const server = await serveFrom('unshare', {
        env: { ...env, PATH: '/usr/bin:/bin' },
        cwd: data,
        exactly: unshare,
      });
      try {
        expect(server.baseUrl).toBe(`http://127.0.0.1:${port}`);
        expect(await server.page('/admin/')).toContain('<title>');
        expect(await server.importInWorker()).toEqual(['packaged.event']);
        await run(check, checkArgs, { env });
      } finally {
        expect(await server.stop()).toBe(0);
      }
      await expect(run(check, checkArgs, { env })).rejects.toMatchObject({ code: 1 });
      expect(await readdir(data)).toContain('posthorn.db');
    },
  );
});

/** Whether this account may make file systems read-only for one of its processes: root can, others not everywhere. */
function canMountReadOnly(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-mount-'));
  try {
    execFileSync('unshare', [...UNSHARE, SCRIPT, folder, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
