// npm run check: the quick round before a commit. Lint, types, the architecture rules, and the tests of the files
// changed since the last commit: a test is named after what it tests. `npm test` runs all tests.
import './node-version.mjs';
import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import { ROOT, runPackage, say } from './setup.mjs';

const steps = [
  ['lint', '@biomejs/biome/bin/biome', ['check', '.']],
  ['types', 'typescript/bin/tsc', ['-b']],
  [
    'tests',
    'vitest/vitest.mjs',
    ['run', '--config', 'test/vitest.config.ts', 'test/architecture/', ...changedTests()],
  ],
];
for (const [name, file, args] of steps) {
  say(`checking ${name}`);
  process.exitCode = await runPackage(/** @type {string} */ (file), /** @type {string[]} */ (args));
  if (process.exitCode !== 0) break;
}

/**
 * The patterns by which vitest finds the tests: `/import-plan.` finds `test/server/catalog/import-plan.test.ts`, and
 * its namesakes.
 * @returns {string[]}
 */
function changedTests() {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n');
  const changed = [
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  const names = changed
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => basename(path).replace(/\..*/, ''));
  return [...new Set(names)].map((name) => `/${name}.`);
}
