// A PostgreSQL server in a folder of its own, for the tests and the bench; the server of the machine is not used.
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

/** Where Debian's packages put the programs of each version. */
const PROGRAMS = '/usr/lib/postgresql';
const OLDEST_VERSION = 15;
/** Of memory if possible: tests write many small transactions, each with a wait for the disk. */
const PLACES = ['/dev/shm', '/tmp'];
const READY_WITHIN_MS = 30_000;

/**
 * The folder of the newest PostgreSQL here. Null: none is installed.
 * @returns {string | null}
 */
export function postgresPrograms() {
  const versions = existsSync(PROGRAMS)
    ? readdirSync(PROGRAMS)
        .map(Number)
        .sort((a, b) => b - a)
    : [];
  const found = versions
    .filter((version) => version >= OLDEST_VERSION)
    .map((version) => join(PROGRAMS, String(version), 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
  return found ?? null;
}

/**
 * A folder for a server, which its account may enter and nobody else.
 * @param {readonly string[]} places the first of these that exists
 * @returns {string}
 */
export function newServerFolder(places = PLACES) {
  const place = places.find((path) => existsSync(path)) ?? '/tmp';
  const folder = mkdtempSync(join(place, 'posthorn-postgres-'));
  const { uid, gid } = account();
  chownSync(folder, uid, gid);
  chmodSync(folder, 0o700);
  return folder;
}

/**
 * Starts a server in a folder, with a socket there and no network. It goes on when this process ends, until
 * `stopServer`; should nobody call that, it ends by itself within a minute after its folder was removed.
 * @param {string} folder
 * @returns {Promise<string>} the address of its first database
 */
export async function startServer(folder) {
  const programs = postgresPrograms();
  if (!programs) throw new Error('PostgreSQL is not installed');
  const data = join(folder, 'data');
  const as = asAccount(folder);
  // A language that orders text differently from its bytes: the product must not depend on what it is.
  const language = ['--locale-provider=icu', '--icu-locale=en-US', '--encoding=UTF8'];
  const access = ['--username=posthorn', '--auth=trust'];
  execFileSync(join(programs, 'initdb'), ['-D', data, ...access, ...language, '--no-sync'], {
    ...as,
    stdio: 'pipe',
  });
  return resumeServer(folder);
}

/**
 * Starts the server of a folder again.
 * @param {string} folder
 * @returns {Promise<string>} the address of its first database
 */
export async function resumeServer(folder) {
  const programs = postgresPrograms();
  if (!programs) throw new Error('PostgreSQL is not installed');
  const data = join(folder, 'data');
  const as = asAccount(folder);
  const log = openSync(join(folder, 'log'), 'a');
  const settings = { listen_addresses: '', unix_socket_directories: folder, max_connections: '100' };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  spawn(join(programs, 'postgres'), ['-D', data, ...args], {
    ...as,
    detached: true,
    stdio: ['ignore', log, log],
  }).unref();
  const isReady = () => readText(join(data, 'postmaster.pid')).split('\n')[7]?.trim() === 'ready';
  for (const until = Date.now() + READY_WITHIN_MS; !isReady(); ) {
    if (Date.now() > until) throw new Error(`PostgreSQL does not start: ${readText(join(folder, 'log'))}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return `postgres://posthorn@/postgres?host=${folder}`;
}

/**
 * The process of the server in a folder. Null: there is none.
 * @param {string} folder
 * @returns {number | null}
 */
export function serverPid(folder) {
  const pid = Number(readText(join(folder, 'data', 'postmaster.pid')).split('\n')[0]);
  return pid > 0 ? pid : null;
}

/**
 * Ends the server of a folder at once, as a crash of it would: the next start recovers from its log.
 * @param {string} folder
 */
export async function crashServer(folder) {
  const pid = serverPid(folder);
  if (pid === null || !isAlive(pid)) return;
  process.kill(pid, 'SIGQUIT');
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}

/**
 * Stops the server of a folder at once, and removes the folder.
 * @param {string} folder
 */
export async function stopServer(folder) {
  await crashServer(folder);
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Options of a process of the server.
 * @param {string} folder
 */
function asAccount(folder) {
  const { uid, gid } = account();
  return { uid, gid, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', HOME: folder }, cwd: folder };
}

/**
 * PostgreSQL refuses to run as root. Its package creates an account; any other will do.
 * @returns {{ uid: number, gid: number }}
 */
function account() {
  const { uid, gid } = userInfo();
  if (uid !== 0) return { uid, gid };
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  const line =
    accounts.find((account) => account.startsWith('postgres:')) ??
    accounts.find((account) => account.startsWith('nobody:'));
  const [, , id, group] = line?.split(':') ?? [];
  if (!id || !group) throw new Error('there is no account to run PostgreSQL with');
  return { uid: Number(id), gid: Number(group) };
}

/** @param {string} path */
function readText(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
