import { mkdirSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect } from 'vitest';
import {
  type CountedScript,
  linesOfCode,
  mergeByFile,
  offsetsOf,
} from '../../resources/tools/check/executed-lines.mjs';
import { takeChildren } from '../../resources/tools/check/take-children.mjs';

// While tests are recorded (`npm run check -- --record`), Vitest loads this file before each file of tests: it notes
// which functions of our sources the tests called. What only runs as modules are imported is left out: each file of
// tests would seem to execute whatever it imports.

/** What Vitest keeps for the files of one worker; not in its types. */
interface WorkerState {
  readonly evaluatedModules: { getModuleById(id: string): { meta?: { code?: string } | null } | undefined };
  readonly moduleExecutionInfo: ReadonlyMap<string, { readonly startOffset: number }>;
}
const kept = globalThis as typeof globalThis & {
  readonly __vitest_worker__: WorkerState;
  /** One for the whole process, since several files of tests run in it. */
  recordingSession?: Session;
};

const FOLDER = process.env.POSTHORN_RECORD_FOLDER ?? '';
const ROOT = resolve(import.meta.dirname, '../..');
const test = relative(ROOT, expect.getState().testPath ?? '').replaceAll('\\', '/');
const children = join(FOLDER, 'children', String(process.pid));
const startedMs = performance.now();
kept.recordingSession ??= startCounting();
process.env.NODE_V8_COVERAGE = children;

beforeAll(() => {
  takeScripts();
});

// The first hook of all, and so the last: what the tests started has ended.
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a hook needs
afterAll(({}, { tasks }) => {
  const ms = Math.round(performance.now() - startedMs);
  const ran = mergeByFile(takeScripts().map(linesOf));
  const failed = tasks.some(({ result }) => result?.state === 'fail');
  const note = { ms, failed, ran, built: takeChildren(children) };
  const file = join(FOLDER, `${test}.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ '': note }));
});

function startCounting(): Session {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return session;
}

/** What ran since the last call. */
function takeScripts(): readonly CountedScript[] {
  let scripts: readonly CountedScript[] = [];
  // Answered before `post` returns.
  kept.recordingSession?.post('Profiler.takePreciseCoverage', (_cause, { result }) => {
    scripts = result;
  });
  return scripts;
}

function linesOf({ url, functions }: CountedScript) {
  const file = url.startsWith('file:') ? fileURLToPath(url) : url;
  const code = kept.__vitest_worker__.evaluatedModules.getModuleById(file)?.meta?.code;
  const shift = kept.__vitest_worker__.moduleExecutionInfo.get(file)?.startOffset ?? 0;
  const offsets = offsetsOf(functions).map((offset) => offset - shift);
  return code
    ? linesOfCode(
        offsets.filter((offset) => offset >= 0),
        code,
        dirname(file),
      )
    : {};
}
