import { execFileSync } from 'node:child_process';
import { ROOT } from '../setup.mjs';

/** @returns {string[]} the paths of what differs from the last commit, deleted files and new ones among it */
export function changedFiles() {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);
  const differing = git('diff', '--name-only', '--no-renames', '-z', 'HEAD');
  return [...differing, ...git('ls-files', '--others', '--exclude-standard', '-z')].sort();
}
