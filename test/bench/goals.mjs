// The goals of the engine, and whether this run met them. Ratios compare figures of the same run.
import { FLAT_MB_PER_HOUR } from './soak.mjs';

/** @typedef {{ figure: string, measured: string, goal: string, met: boolean }} Goal */

/**
 * @param {any} result as bench.mjs writes it; what was not measured has no line
 * @returns {Goal[]}
 */
export function judge({
  accept,
  both,
  latency,
  drain,
  pacing,
  backlog,
  idle,
  fairness,
  attack,
  lists,
  filters,
  live,
  catalog,
  import: imported,
  preview,
  workingCopy,
  soak,
  large,
}) {
  return [
    ...(drain ?? []).map((/** @type {any} */ row) =>
      atLeast(
        `(a) drain, ${row.queues} endpoint${row.queues > 1 ? 's' : ''}, of a bare pool`,
        row.ratio,
        0.35,
      ),
    ),
    ...(accept ? [atLeast('(b) accept, of a bare Express handler', accept.ratio, 0.65)] : []),
    ...(both ? [atLeast('(b2) accept and deliver, of a bare pipe', both.ratio, 0.65)] : []),
    ...(pacing ? judgePacing(pacing) : []),
    ...(backlog ? judgeBacklog(backlog) : []),
    ...(idle ? judgeIdle(idle) : []),
    ...(fairness
      ? [
          atMost('(e) median beside hanging neighbours, of alone', fairness.p50Ratio, 1.1, percent),
          atMost('(e) p99 beside hanging neighbours, of alone', fairness.p99Ratio, 1.1, percent),
        ]
      : []),
    ...(latency ? [atMost('(f) idle, accept to first byte, median', latency.p50Ms, 5, ms)] : []),
    ...(attack ? [atLeast('(k) accept beside a hostile customer, of alone', attack.ratio, 0.9)] : []),
    ...(lists ?? []).flatMap((/** @type {any} */ { name, p50Ms, p99Ms, drainedPerSecond }) => [
      atMost(
        `(o) ${name}: accept beside ten reading customers, median, of alone`,
        p50Ms.ratio,
        1.25,
        percent,
      ),
      atMost(`(o) ${name}: the same, p99`, p99Ms.ratio, 2, percent),
      atLeast(`(o) ${name}: drain beside them, of alone`, drainedPerSecond.ratio, 0.9),
    ]),
    ...(filters
      ? [
          atLeast('(p) accept with filters at half of 20 endpoints, of without', filters.accepted.ratio, 0.9),
          atLeast('(p) drain of what they let through, of without', filters.drained.ratio, 0.9),
        ]
      : []),
    ...(live ?? []).flatMap(judgeLive),
    ...(catalog ? judgeCatalog(catalog) : []),
    ...(imported
      ? [
          atMost('(i) import of a large document: first rows after', imported.firstRowsMs, 2000, ms),
          atMost('(i) import of a large document: applied after', imported.appliedMs, 2000, ms),
        ]
      : []),
    ...(preview ? [atMost('(j) preview: all frames ready after', preview.readyMs, 1500, ms)] : []),
    ...(workingCopy ? judgeWorkingCopy(workingCopy) : []),
    ...(soak ? judgeSoak(soak) : []),
    ...(large ? judgeLarge(large) : []),
  ];
}

/** @param {any[]} pacing */
function judgePacing(pacing) {
  const over = pacing.reduce((sum, row) => sum + row.queuesSurelyOver, 0);
  const least = Math.min(...pacing.map((row) => row.ofLimit));
  return [
    atMost('(c) queues above their limit in any second, for certain', over, 0, String),
    atLeast('(c) mean while work waits, of the limit, least of all rows', least, 0.99),
  ];
}

/** @param {any} backlog */
function judgeBacklog({ deliveries, full, costRatio }) {
  const name = `(d) with ${deliveries.toLocaleString('en')} waiting:`;
  return [
    atMost(`${name} ready after`, full.readyMs, 2000, ms),
    ...(full.memoryBytes === null ? [] : [atMost(`${name} memory`, full.memoryBytes / 1e6, 250, megabytes)]),
    ...(Number.isNaN(costRatio)
      ? []
      : [atMost(`${name} processor per send, of an empty queue`, costRatio, 1.1, percent)]),
  ];
}

/** @param {any} idle */
function judgeIdle({ endpoints, idleMs, none, many, bytesEach }) {
  const share = (many.processorMs - none.processorMs) / idleMs;
  const name = `(d) ${endpoints.toLocaleString('en')} idle endpoints: processor above that of none`;
  const isTimed = none.processorMs !== null && many.processorMs !== null;
  return [
    ...(isTimed ? [atMost(name, share, 0.01, percent)] : []),
    ...(bytesEach
      ? [
          atMost(
            '(d) memory of the largest endpoint',
            bytesEach.large / 1e6,
            0.15,
            (mb) => `${(mb * 1000).toFixed(0)} KB`,
          ),
        ]
      : []),
  ];
}

/** @param {any} live */
function judgeLive({ name, processorShare, taskShare, pushed, received, growthMb }) {
  return [
    atMost(
      `(g) live view, ${name}: processor of the renderer, of one core`,
      processorShare ?? taskShare,
      0.15,
      percent,
    ),
    // The two streams start and end slightly apart.
    atMost(`(g) live view, ${name}: updates dropped`, Math.max(0, pushed - received - 2), 0, String),
    atMost(`(g) live view, ${name}: heap grows by`, Math.max(0, growthMb), 2, megabytes),
  ];
}

/** @param {any} catalog */
function judgeCatalog({ types, firstRowsMs, longestTaskMs, framesPerS }) {
  const name = `(h) ${types.toLocaleString('en')} event types:`;
  return [
    atMost(`${name} first rows after`, firstRowsMs, 300, ms),
    atMost(`${name} longest task while typing a search`, longestTaskMs, 50, ms),
    // A frame that ends slightly after the second still counts.
    {
      figure: `${name} pictures a second while scrolling`,
      measured: framesPerS.toFixed(1),
      goal: 'at least 60',
      met: Math.round(framesPerS) >= 60,
    },
  ];
}

/** @param {any} workingCopy */
function judgeWorkingCopy({ types, fetchMs, compareMs, typing }) {
  const name = `(l) working copy of ${types.toLocaleString('en')} event types:`;
  return [
    atMost(`${name} fetched after`, fetchMs, 5000, ms),
    atMost(`${name} compared after`, compareMs, 5000, ms),
    ...(typing
      ? [
          atMost(`${name} typing, of the local instance`, typing.ratio, 1.1, percent),
          atMost('A key in a schema of 57 KB, of one in a small schema', typing.largeRatio, 2, percent),
        ]
      : []),
  ];
}

/** @param {any} large */
function judgeLarge({ answered, memoryBytes, readyMs, erasure, retention }) {
  const slowest = answered.toSorted((/** @type {any} */ a, /** @type {any} */ b) => b.p95Ms - a.p95Ms)[0];
  return [
    atMost(`large: slowest p95, ${slowest.question}`, slowest.p95Ms, 100, ms),
    atMost('large: ready after kill -9', readyMs, 3000, ms),
    atMost('large: memory', memoryBytes / 1e6, 250, megabytes),
    atMost('large: longest wait of another during erasure', erasure.mostMs, 50, ms),
    atMost('large: longest wait of another during retention', retention.mostMs, 50, ms),
  ];
}

/** @param {any} soak */
function judgeSoak({ minutes, resident, heap }) {
  const line = (/** @type {string} */ what, /** @type {any} */ of) =>
    atMost(
      `soak of ${minutes} min: ${what} grows, for certain, by`,
      Math.max(0, of.mbPerHour - 2 * of.standardError),
      FLAT_MB_PER_HOUR,
      (value) => `${value.toFixed(1)} MB/h`,
    );
  return [line('memory', resident), line('heap', heap)];
}

/** @param {string} figure @param {number} value @param {number} goal @returns {Goal} */
function atLeast(figure, value, goal) {
  return { figure, measured: percent(value), goal: `at least ${percent(goal)}`, met: value >= goal };
}

/**
 * @param {string} figure
 * @param {number} value
 * @param {number} goal
 * @param {(value: number) => string} show
 * @returns {Goal}
 */
function atMost(figure, value, goal, show) {
  return { figure, measured: show(value), goal: `at most ${show(goal)}`, met: value <= goal };
}

/** @param {number} value */
const percent = (value) => `${(value * 100).toFixed(1)} %`;
/** @param {number} value */
const ms = (value) => `${value < 100 ? value.toFixed(2) : Math.round(value)} ms`;
/** @param {number} value */
const megabytes = (value) => `${Math.round(value)} MB`;
