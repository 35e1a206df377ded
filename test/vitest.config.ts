import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { configDefaults, defineConfig } from 'vitest/config';
import { postgresPrograms } from '../resources/tools/postgres-server.mjs';
import { NIGHTLY_FILES } from './support/at-night';
import { LongestFirst } from './support/longest-first';
import { keepTemporaryFilesInMemory } from './support/memory-folder';
import { notedStores } from './support/noted-stores';
import { GATE_ON_POSTGRES, NEVER_ON_POSTGRES, ON_POSTGRES } from './support/on-postgres';
import { IS_WHOLE } from './support/share';
import { WORKERS } from './support/workers';

keepTemporaryFilesInMemory();
process.env.POSTHORN_SEED ??= String(Date.now() % 2 ** 31);

const ROOT = resolve(import.meta.dirname, '..');
const HAS_POSTGRES = Boolean(process.env.POSTHORN_TEST_DATABASE) || postgresPrograms() !== null;
if (!HAS_POSTGRES)
  console.warn(
    'SKIPPED: the tests over HTTP with PostgreSQL, because there is none here. Install it, or name one in POSTHORN_TEST_DATABASE.',
  );

/** The files of tests of a folder that contain this. */
const testsThat = (folder: string, does: RegExp) =>
  readdirSync(resolve(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.startsWith('test/architecture/'))
    .filter((file) => does.test(readFileSync(resolve(ROOT, file), 'utf8')));
/** Tests that replace a module, or what is global, other than the clock. */
const APART = [
  ...testsThat('test/renderer', /\bvi\.(?:hoisted|resetModules|stubGlobal)\(|globalThis/),
  ...testsThat('test/main', /\bvi\.mock\(/),
  ...testsThat('test/server', /\bvi\.(?:mock|spyOn)\(/),
];
/** Of tests that measure time by the clock, those that allow many times what it takes: others may run beside them. */
const GENEROUS = /\/(?:engine|sender-nodes|two-instances|specification\/limits)\.test\.ts$/;
/** Tests that measure it more closely, which anything that runs beside them would distort. */
const ALONE = testsThat('test', /performance\.now\(\)/).filter((file) => !GENEROUS.test(file));
/** What this run leaves to the nightly one. */
const LEFT_OUT = [...configDefaults.exclude, ...(process.env.POSTHORN_WITHOUT_NIGHT ? NIGHTLY_FILES : [])];
/** Tests wait for timers and for other processes: one more than there are cores keeps these busy. */
const TOGETHER = WORKERS + 1;
/**
 * Where the projects of a run and the other Node find each module as the first one has transformed it. A folder of this
 * run alone: a module kept for the next one would not see a new file that it takes by a pattern, such as a migration.
 */
const MODULES = process.env.POSTHORN_TRANSFORMED_MODULES;
/** Part of what such a module is found by, which differs between versions of Node: here it is the same. */
const ownNames = builtinModules.filter((name) => !name.startsWith('node:'));
const BUILTINS = [...ownNames, ...ownNames.map((name) => `node:${name}`)];
const sameOnEachNode: Plugin = {
  name: 'same-on-each-node',
  enforce: 'post',
  configEnvironment: {
    order: 'post',
    handler: (_name, { resolve: names }) => {
      if (names) Object.assign(names, { builtins: BUILTINS, external: BUILTINS });
    },
  },
};
/** Sees what all others have done. */
const LAST = ['test/server/storage/both-engines.test.ts'];
const inGroup = (groupOrder: number, maxWorkers: number) => ({ sequence: { groupOrder }, maxWorkers });

export default defineConfig({
  root: ROOT,
  plugins: [notedStores, sameOnEachNode],
  // React as the program is built with it: the one for developers takes several times as long for a page.
  oxc: { jsx: { development: false } },
  test: {
    env: { NODE_ENV: 'production' },
    experimental: MODULES ? { fsModuleCache: true, fsModuleCachePath: MODULES } : {},
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...LEFT_OUT, ...APART, ...ALONE, ...LAST],
          setupFiles: ['test/support/one-seed.ts'],
          // With isolation, each file would load the whole server, which takes longer than its tests. A module of the
          // server holds no state: everything is injected, and importing it has no effect.
          isolate: false,
          ...inGroup(0, TOGETHER),
        },
      },
      {
        extends: true,
        test: {
          name: 'apart',
          include: APART,
          exclude: [...configDefaults.exclude, ...ALONE],
          ...inGroup(0, TOGETHER),
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: HAS_POSTGRES ? (IS_WHOLE ? ON_POSTGRES : GATE_ON_POSTGRES) : [],
          exclude: [...configDefaults.exclude, ...NEVER_ON_POSTGRES],
          env: { POSTHORN_TEST_ENGINE: 'postgres' },
          isolate: false,
          ...inGroup(0, TOGETHER),
        },
      },
      // A core for each: some of them only wait.
      { extends: true, test: { name: 'alone', include: ALONE, isolate: false, ...inGroup(1, WORKERS) } },
      { extends: true, test: { name: 'last', include: LAST, isolate: false, ...inGroup(2, 1) } },
    ],
    globalSetup: ['test/support/postgres-run.ts'],
    sequence: { sequencer: LongestFirst },
    setupFiles: process.env.POSTHORN_RECORD_FOLDER ? ['test/support/note-executed.ts'] : [],
    // Real servers and real files: generous, so that a slow machine fails no test.
    testTimeout: 20_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
    // A gate that fails by chance is not believed. `npm test` names on its last lines what needed a second try.
    retry: process.env.CI ? 1 : 0,
    reporters: ['default'],
  },
});
