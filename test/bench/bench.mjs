// npm run bench: every figure against a floor measured in the same run, on loopback, with its own server.
// Numbers of different runs or machines are not comparable; ratios are.
//
//   npm run bench                      about fifteen minutes
//   npm run bench -- --quick           about three minutes
//   npm run bench -- --only drain,pacing
//   npm run bench -- --only import     GitHub's webhooks, from the npm package @octokit/openapi-webhooks
//   npm run bench -- --soak [minutes]  the soak alone: 30 minutes when no number is given
//   npm run bench -- --large           five million messages, alone: about fifteen minutes and 5 GB
//   npm run bench -- --markdown FILE   also writes the tables to a file
import '../../resources/tools/node-version.mjs';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startOwnServer } from '../../resources/tools/own-server.mjs';
import { ensureInstalled, ROOT, SetupError, say } from '../../resources/tools/setup.mjs';

const FIGURES = [
  'accept',
  'both',
  'latency',
  'drain',
  'pacing',
  'backlog',
  'idle',
  'fairness',
  'attack',
  'lists',
  'filters',
  'live',
  'catalog',
  'import',
  'preview',
  'working-copy',
  'weight',
  'proxy',
  'nodes',
];
const SOAK_MINUTES = 30;

// Without this, a signal would end the run but leave its servers behind, which end at its exit.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean' },
      only: { type: 'string' },
      soak: { type: 'boolean' },
      large: { type: 'boolean' },
      markdown: { type: 'string' },
    },
  });
  const wanted = values.only?.split(',') ?? (values.soak || values.large ? [] : FIGURES);
  const unknown = wanted.find((name) => !FIGURES.includes(name));
  if (unknown !== undefined) throw new SetupError(`--only takes ${FIGURES.join(', ')}; not "${unknown}".`);
  const soakMinutes = values.soak ? Number(positionals[0] ?? SOAK_MINUTES) : 0;
  if (!(soakMinutes >= 0)) throw new SetupError(`--soak takes minutes; not "${positionals[0]}".`);
  await ensureInstalled();
  const { quick = false, large = false, markdown } = values;
  if (await run({ wanted, quick, soakMinutes, large, markdown })) process.exitCode = 1;
} catch (cause) {
  if (!(cause instanceof SetupError)) throw cause;
  console.error(`posthorn: ${cause.message}`);
  process.exitCode = 1;
}

/**
 * @typedef {object} Wishes
 * @property {readonly string[]} wanted
 * @property {boolean} quick
 * @property {number} soakMinutes 0: no soak
 * @property {boolean} large
 * @property {string | undefined} markdown
 */

/**
 * @param {Wishes} wishes
 * @returns {Promise<boolean>} true when a limit was exceeded for certain
 */
async function run(wishes) {
  // Only now, because the packages may be missing before the set-up.
  const { startHelper } = await import('./processes.mjs');
  // The thousand queues of (c) belong to one application.
  const server = await startOwnServer({ args: ['--max-endpoints', '1000'] });
  const receiver = await startHelper('receiver.mjs');
  const load = await startHelper('load.mjs');
  try {
    const { quick, markdown } = wishes;
    const bench = { server, receiver, load, quick };
    const began = new Date();
    const measured = await measure(bench, wishes);
    const { judge } = await import('./goals.mjs');
    const { resultAsMarkdown } = await import('./print.mjs');
    const result = {
      when: began.toISOString(),
      tookS: Math.round((Date.now() - began.getTime()) / 1000),
      quick,
      machine: machine(),
      ...measured,
      goals: judge(measured),
    };
    const text = resultAsMarkdown(result);
    console.log(`\n${text}`);
    if (markdown) await writeFile(markdown, text);
    const folder = join(ROOT, 'out/bench');
    await mkdir(folder, { recursive: true });
    const file = join(folder, `${result.when.replaceAll(':', '-')}.json`);
    await writeFile(file, `${JSON.stringify(result, null, 2)}\n`);
    console.log(`Written to ${file.slice(ROOT.length + 1)}`);
    return result.pacing?.some((row) => row.queuesSurelyOver > 0) ?? false;
  } finally {
    load.stop();
    receiver.stop();
    await server.stop();
  }
}

/**
 * @param {import('./processes.mjs').Bench} bench
 * @param {Wishes} wishes
 */
async function measure(bench, { wanted, soakMinutes, large }) {
  const { measureDrain } = await import('./drain.mjs');
  const { measureAccept, measureBoth } = await import('./accept.mjs');
  const { measurePacing } = await import('./pacing.mjs');
  const { measureLatency } = await import('./latency.mjs');
  const { measureBacklog } = await import('./backlog.mjs');
  const { measureIdle } = await import('./idle.mjs');
  const { measureFairness } = await import('./fairness.mjs');
  const { measureAttack } = await import('./attack.mjs');
  const { measureLists } = await import('./lists.mjs');
  const { measureFilters } = await import('./filters.mjs');
  const { measureLive } = await import('./live.mjs');
  const { measureCatalog } = await import('./catalog.mjs');
  const { measureImport } = await import('./import.mjs');
  const { measurePreview } = await import('./preview.mjs');
  const { measureWorkingCopy } = await import('./working-copy.mjs');
  const { measureWeight } = await import('./weight.mjs');
  const { measureProxy } = await import('./proxy.mjs');
  const { measureNodes } = await import('./nodes.mjs');
  const { measureSoak } = await import('./soak.mjs');
  const { measureLarge } = await import('./large.mjs');
  /** @param {string} name */
  const has = (name) => wanted.includes(name);
  /**
   * @template T
   * @param {string} name
   * @param {() => Promise<T>} run
   */
  const timed = async (name, run) => {
    if (!has(name)) return null;
    const beganMs = performance.now();
    try {
      const measured = await run();
      say(`${name}: measured in ${((performance.now() - beganMs) / 1000).toFixed(1)} s`);
      return measured;
    } catch (cause) {
      // The other figures of a run that takes half an hour are kept.
      console.error(cause);
      say(`${name}: NOT measured`);
      process.exitCode = 1;
      return null;
    }
  };
  return {
    accept: await timed('accept', () => measureAccept(bench)),
    both: await timed('both', () => measureBoth(bench)),
    latency: await timed('latency', () => measureLatency(bench)),
    drain: await timed('drain', async () => [await measureDrain(bench, 1), await measureDrain(bench, 20)]),
    pacing: await timed('pacing', () => measurePacing(bench)),
    backlog: await timed('backlog', () => measureBacklog(bench)),
    idle: await timed('idle', () => measureIdle(bench)),
    fairness: await timed('fairness', () => measureFairness(bench)),
    attack: await timed('attack', () => measureAttack(bench)),
    lists: await timed('lists', () => measureLists(bench)),
    filters: await timed('filters', () => measureFilters(bench)),
    live: await timed('live', () => measureLive(bench)),
    catalog: await timed('catalog', () => measureCatalog(bench)),
    import: await timed('import', () => measureImport(bench)),
    preview: await timed('preview', () => measurePreview(bench)),
    workingCopy: await timed('working-copy', () => measureWorkingCopy(bench)),
    weight: await timed('weight', () => measureWeight(bench)),
    proxy: await timed('proxy', () => measureProxy(bench)),
    nodes: await timed('nodes', () => measureNodes(bench)),
    soak: soakMinutes > 0 ? await measureSoak(bench, soakMinutes) : null,
    large: large ? await measureLarge(bench) : null,
  };
}

function machine() {
  return {
    node: process.version,
    system: `${type()} ${release()}`,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    cpus: cpus().length,
    cpu: cpus()[0]?.model ?? '',
  };
}
