// Node in another version than the one that runs this, from the npm package that has its binary.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run, say } from './setup.mjs';

/** The one of the two supported versions that does not run this. */
export const OTHER_NODE = Number(process.versions.node.split('.')[0]) < 24 ? '24.21.0' : '20.20.2';

const inFolder = (/** @type {string} */ folder, /** @type {string[]} */ ...names) =>
  names.map((name) => `test/server/${folder}/${name}`);

/**
 * What a version of Node may change: files, locks, processes, and the way of a message. It does not change what SQLite
 * and PostgreSQL answer.
 */
export const TESTED_ON_OTHER_NODE = [
  'test/server/base/',
  ...inFolder('storage', 'checkpointer', 'database', 'file-check', 'folder-lock', 'full-disk', 'log-check'),
  ...inFolder('storage', 'migrate', 'permission-denied', 'sqlite-database', 'staged-restore', 'tighten'),
  ...inFolder('cli', 'backup-and-restore', 'clock', 'move.test', 'server-proof', 'tokens'),
  'test/server/server.test.ts',
  'test/specification/delivery.test.ts',
  '--testNamePattern=^(?!.*PostgreSQL)',
];

/**
 * Installs it below `out`, unless it is there.
 * @returns {Promise<string | null>} its binary; null: it could not be installed
 */
export async function ensureOtherNode() {
  const folder = join(ROOT, 'out', `node-${OTHER_NODE}`);
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const binary = join(folder, 'node_modules/node/bin', file);
  if (existsSync(binary)) return binary;
  say(`installing Node ${OTHER_NODE}`);
  const flags = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel', 'error'];
  await run('npm', ['install', ...flags, `node@${OTHER_NODE}`]);
  return existsSync(binary) ? binary : null;
}
