// npm run bench: every figure against a floor measured in the same run, on loopback, with a server of its own.
// Numbers of two runs or two machines do not compare; ratios do.
//
//   npm run bench                      about six minutes
//   npm run bench -- --quick           about a minute and a half
//   npm run bench -- --only drain,pacing
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startOwnServer } from '../../resources/tools/own-server.mjs';
import { ensureInstalled, ROOT, SetupError } from '../../resources/tools/setup.mjs';

const FIGURES = ['accept', 'both', 'latency', 'drain', 'pacing', 'backlog', 'fairness'];

try {
  const { values } = parseArgs({ options: { quick: { type: 'boolean' }, only: { type: 'string' } } });
  const wanted = values.only?.split(',') ?? FIGURES;
  const unknown = wanted.find((name) => !FIGURES.includes(name));
  if (unknown !== undefined) throw new SetupError(`--only takes ${FIGURES.join(', ')}; not "${unknown}".`);
  await ensureInstalled();
  process.exitCode = await run(wanted, values.quick ?? false);
} catch (cause) {
  if (!(cause instanceof SetupError)) throw cause;
  console.error(`posthorn: ${cause.message}`);
  process.exitCode = 1;
}

/**
 * @param {readonly string[]} wanted
 * @param {boolean} quick
 * @returns {Promise<number>} 1 when a limit was exceeded for certain, else 0
 */
async function run(wanted, quick) {
  // Only now: before the set-up there may be no packages to load them with.
  const { startHelper } = await import('./processes.mjs');
  const server = await startOwnServer();
  const receiver = await startHelper('receiver.mjs');
  const load = await startHelper('load.mjs');
  try {
    const bench = { server, receiver, load, quick };
    const result = {
      when: new Date().toISOString(),
      quick,
      machine: machine(),
      ...(await measure(bench, wanted)),
    };
    const { printResult } = await import('./print.mjs');
    printResult(result);
    const folder = join(ROOT, 'out/bench');
    await mkdir(folder, { recursive: true });
    const file = join(folder, `${result.when.replaceAll(':', '-')}.json`);
    await writeFile(file, `${JSON.stringify(result, null, 2)}\n`);
    console.log(`\n  Written to ${file.slice(ROOT.length + 1)}`);
    return result.pacing?.some((row) => row.lanesSurelyOver > 0) ? 1 : 0;
  } finally {
    load.stop();
    receiver.stop();
    await server.stop();
  }
}

/**
 * @param {import('./processes.mjs').Bench} bench
 * @param {readonly string[]} wanted
 */
async function measure(bench, wanted) {
  const { measureDrain } = await import('./drain.mjs');
  const { measureAccept, measureBoth } = await import('./accept.mjs');
  const { measurePacing } = await import('./pacing.mjs');
  const { measureLatency } = await import('./latency.mjs');
  const { measureBacklog } = await import('./backlog.mjs');
  const { measureFairness } = await import('./fairness.mjs');
  /** @param {string} name */
  const has = (name) => wanted.includes(name);
  return {
    accept: has('accept') ? await measureAccept(bench) : null,
    both: has('both') ? await measureBoth(bench) : null,
    latency: has('latency') ? await measureLatency(bench) : null,
    drain: has('drain') ? [await measureDrain(bench, 1), await measureDrain(bench, 20)] : null,
    pacing: has('pacing') ? await measurePacing(bench) : null,
    backlog: has('backlog') ? await measureBacklog(bench) : null,
    fairness: has('fairness') ? await measureFairness(bench) : null,
  };
}

function machine() {
  return {
    node: process.version,
    platform: process.platform,
    cpus: cpus().length,
    cpu: cpus()[0]?.model ?? '',
  };
}
