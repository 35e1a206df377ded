// The steps from a fresh clone to a running program. Only Node's own modules are imported here, because nothing else is
// installed yet.
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { precompress } from './precompress.mjs';

/** The folder of the checkout. */
export const ROOT = resolve(import.meta.dirname, '../..');
const SQLITE = join(ROOT, 'node_modules/sqlite3/build/Release/node_sqlite3.node');

/** By how much `nice` counts what has time until something else is ready. */
const NICER = 10;
const NICEST = 19;

/** Something is wrong with the setup, rather than with the program. */
export class SetupError extends Error {}

/**
 * One line about what is being done.
 * @param {string} text
 */
export function say(text) {
  console.log(`posthorn: ${text}`);
}

/**
 * Runs a program in the checkout and forwards its output.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, timeoutMs?: number, quiet?: boolean, isBeside?: boolean }} [options] quiet:
 * output is dropped; isBeside: it leaves the processor to all that runs without this
 * @returns {Promise<number>} its exit code; 1 when it was ended by a signal or took too long, 127 when it does not
 * exist
 */
export function run(command, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...options.env },
      stdio: options.quiet ? 'ignore' : 'inherit',
      // Windows starts npm and npx, which are scripts there, only through its shell.
      shell: process.platform === 'win32' && !command.includes('\\'),
    });
    if (options.isBeside && child.pid) setPriority(child.pid, Math.min(NICEST, getPriority() + NICER));
    const limit = options.timeoutMs ? setTimeout(() => child.kill('SIGKILL'), options.timeoutMs) : undefined;
    child.on('error', () => done(127));
    child.on('close', (code) => {
      clearTimeout(limit);
      done(code ?? 1);
    });
  });
}

/**
 * Runs a program of an installed package with this Node.
 * @param {string} file path below node_modules
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runPackage(file, args, options) {
  return run(process.execPath, [join(ROOT, 'node_modules', file), ...args], options);
}

/**
 * Installs the packages when package-lock.json differs from the one they were installed from.
 * @throws {SetupError}
 */
export async function ensureInstalled() {
  await ensurePackages();
  await ensureSqlite();
}

/**
 * The same without sqlite3, which only a running server needs: to compile it takes longer than everything else.
 * @throws {SetupError}
 */
export async function ensurePackages() {
  const addressed = join(ROOT, 'npm-shrinkwrap.json');
  // Left by an installation that was interrupted; npm would take it for the lock file.
  rmSync(addressed, { force: true });
  if (isInstalled()) return;
  say(
    existsSync(join(ROOT, 'node_modules'))
      ? 'installing the packages again, because package-lock.json has changed (a few minutes)'
      : 'installing the packages (a few minutes the first time)',
  );
  const ci = ['ci', '--ignore-scripts', '--loglevel=error'];
  try {
    writeFileSync(addressed, JSON.stringify(withAddresses(await registryAddress())));
    if ((await run('npm', ci)) === 0) return;
  } finally {
    rmSync(addressed, { force: true });
  }
  // A registry may keep its packages elsewhere.
  if ((await run('npm', ci)) !== 0)
    throw new SetupError('The packages could not be installed; the lines above say why.');
}

/**
 * The lock file with the usual address of each package, which npm would otherwise look up in a list of all its
 * versions: that takes five times as much of the processor as the rest of an installation into an empty folder.
 * @param {string} registry
 */
function withAddresses(registry) {
  const lock = JSON.parse(readText(join(ROOT, 'package-lock.json')) ?? '{}');
  for (const [path, entry] of Object.entries(lock.packages)) {
    const name = entry.name ?? path.split('node_modules/').at(-1);
    const file = `${name.split('/').at(-1)}-${entry.version}.tgz`;
    if (entry.integrity) entry.resolved ??= new URL(`${name}/-/${file}`, registry).href;
  }
  return lock;
}

/** @returns {Promise<string>} of the registry that npm is set to, with a slash at its end */
async function registryAddress() {
  const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'registry'], {
    cwd: ROOT,
    shell: process.platform === 'win32',
  });
  return stdout.trim().replace(/\/*$/, '/');
}

/** @type {Promise<void> | undefined} */
let sqlite;

/**
 * Downloads or compiles the one package with a part for this machine, once however often it is called.
 * @returns {Promise<void>} rejects with a SetupError
 */
export function ensureSqlite() {
  sqlite ??= installSqliteOnce();
  return sqlite;
}

/**
 * Whether sqlite3 is still missing. Its largest file is compiled by one core, for longer than all else takes that is done
 * meanwhile on all cores: that goes `isBeside`, or one core would idle at the end.
 */
export function isSqliteMissing() {
  return !existsSync(SQLITE);
}

async function installSqliteOnce() {
  if (!isSqliteMissing()) return;
  let code = await installSqlite();
  if (code !== 0 && (await installCompiler())) code = await installSqlite();
  if (code !== 0) {
    throw new SetupError(
      'sqlite3 could not be installed; the lines above say why. Where no ready-made one can be downloaded it is ' +
        'compiled, which needs python3, make and a C++ compiler.',
    );
  }
}

/**
 * Installs these programs where apt-get can; elsewhere, or if that fails, what needs them says so.
 * @param {readonly string[]} programs each is a package of this name
 * @param {string} purpose
 */
export async function ensurePrograms(programs, purpose) {
  const missing = programs.filter((program) => !onPath(program));
  if (missing.length > 0 && process.platform === 'linux') await installWithApt(missing, purpose);
}

/**
 * Whether node_modules contains what package-lock.json names, according to the list that npm leaves there on success.
 * Packages missing because they are for another system count as installed.
 */
function isInstalled() {
  const wanted = lockedPackages(join(ROOT, 'package-lock.json'));
  const present = lockedPackages(join(ROOT, 'node_modules/.package-lock.json'));
  return Object.entries(wanted).every(([path, entry]) => {
    const there = present[path];
    if (!there) return path === '' || entry.optional === true;
    return there.version === entry.version && there.integrity === entry.integrity;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean }>}
 */
function lockedPackages(file) {
  return JSON.parse(readText(file) ?? '{}').packages ?? {};
}

function installSqlite() {
  // Compiling sqlite3 needs the headers of this Node. They are often installed next to it; otherwise they are
  // downloaded.
  const prefix = dirname(dirname(process.execPath));
  const headers = existsSync(join(prefix, 'include/node/node_api.h'));
  // As SQLite's authors build it: no slower than what Node asks for by default, and compiled a fifth faster.
  const { CFLAGS = '-O2' } = process.env;
  const env = { JOBS: 'max', CFLAGS, ...(headers ? { npm_config_nodedir: prefix } : {}) };
  return run('npm', ['rebuild', 'sqlite3', '--loglevel=error'], { env });
}

/** @returns {Promise<boolean>} true when a compiler was missing and has been installed */
async function installCompiler() {
  if (process.platform !== 'linux') return false;
  const missing = ['make', 'g++', 'python3'].filter((tool) => !onPath(tool));
  if (missing.length === 0) return false;
  return installWithApt(missing, 'to compile sqlite3');
}

/**
 * Installs packages on a Debian-like system if that is possible without a password.
 * @param {readonly string[]} packages
 * @param {string} purpose
 * @returns {Promise<boolean>} whether it worked
 */
export function installWithApt(packages, purpose) {
  const installed = aptIsFree.then(() => installNow(packages, purpose));
  aptIsFree = installed.catch(() => undefined);
  return installed;
}

/** apt-get refuses to run beside itself. */
let aptIsFree = /** @type {Promise<unknown>} */ (Promise.resolve());
/** @type {Promise<number> | undefined} runs once, unless it fails */
let aptIsUpdated;

/**
 * @param {readonly string[]} packages
 * @param {string} purpose
 * @returns {Promise<boolean>}
 */
async function installNow(packages, purpose) {
  if (!onPath('apt-get')) return false;
  const root = process.getuid?.() === 0;
  if (!root && (await run('sudo', ['-n', 'true'], { quiet: true })) !== 0) return false;
  say(`installing ${packages.join(', ')} with apt-get, ${purpose}`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const [command, before] = root ? ['apt-get', []] : ['sudo', ['-n', 'apt-get']];
  const quick = { env, timeoutMs: 600_000 };
  aptIsUpdated ??= run(command, [...before, 'update', '-qq'], quick);
  if ((await aptIsUpdated) !== 0) aptIsUpdated = undefined;
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
  return (await run(command, [...before, ...install], quick)) === 0;
}

/**
 * Whether a program can be started by its name.
 * @param {string} program
 */
function onPath(program) {
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, program)));
}

// The build first empties its folder: a stamp in it cannot outlive what it describes.
const STAMP = join(ROOT, 'out/main/.build-stamp');

/** Whether the program and its pages are built from the sources as they are now. */
export function isBuilt() {
  return readText(STAMP) === fingerprintOfSources();
}

/**
 * Builds the program and its pages when any of their sources has changed.
 * @throws {SetupError}
 */
export async function ensureBuilt() {
  if (isBuilt()) return;
  say('building the program and its pages (about half a minute)');
  await build('--logLevel', 'warn');
}

/**
 * Builds them, and records from what, so that the same is not built again.
 * @param {string[]} flags of electron-vite
 * @throws {SetupError}
 */
export async function build(...flags) {
  const sources = fingerprintOfSources();
  const options = { isBeside: isSqliteMissing() };
  if ((await runPackage('electron-vite/bin/electron-vite.js', ['build', ...flags], options)) !== 0) {
    throw new SetupError('The build failed; the lines above say why.');
  }
  await ensureSqlite();
  if ((await run(process.execPath, [join(ROOT, 'out/main/write-docs.js')])) !== 0) {
    throw new SetupError('The documentation of the API could not be written; the lines above say why.');
  }
  const folders = ['assets', 'docs'].map((folder) => join(ROOT, 'out/renderer', folder));
  await precompress(folders, join(ROOT, 'out/compressed'));
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, sources);
}

function fingerprintOfSources() {
  const sources = ['src-main', 'src-renderer', 'src-server'].flatMap((folder) =>
    filesBelow(join(ROOT, folder)),
  );
  const settings = ['electron.vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.json'];
  const files = fingerprint([...sources, ...settings.map((file) => join(ROOT, file))]);
  return process.env.POSTHORN_RECORD_FOLDER ? `${files} with source maps` : files;
}

/**
 * @param {string} folder
 * @returns {string[]} every file in it and below, sorted
 */
function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/**
 * A hash of the names and contents of files.
 * @param {readonly string[]} files
 */
function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`\0${relative(ROOT, file)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/**
 * @param {string} file
 * @returns {string | null} null when it does not exist
 */
export function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
