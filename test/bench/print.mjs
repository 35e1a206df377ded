// The result as a person reads it.

/** @param {any} result as bench.mjs writes it */
export function printResult(result) {
  const { accept, both, latency, drain, pacing, backlog, fairness, machine } = result;
  console.log(`\n  Node ${machine.node}, ${machine.cpus} x ${machine.cpu}\n`);
  /** @type {string[][]} */
  const rows = [['figure', 'Posthorn', 'floor', 'ratio']];
  for (const row of drain ?? []) {
    const name = `(a) drain, ${row.lanes} endpoint${row.lanes > 1 ? 's' : ''}`;
    rows.push([name, perSecond(row.deliveredPerSecond), perSecond(row.floorPerSecond), percent(row.ratio)]);
    rows.push(['    until all is recorded', perSecond(row.recordedPerSecond), '', '']);
  }
  if (accept) {
    rows.push([
      '(b) accept',
      perSecond(accept.acceptedPerSecond),
      perSecond(accept.floorPerSecond),
      percent(accept.ratio),
    ]);
    rows.push([
      '    p50 / p99',
      twoMs(accept.p50Ms, accept.p99Ms),
      twoMs(accept.floorP50Ms, accept.floorP99Ms),
      '',
    ]);
  }
  if (both) {
    rows.push([
      '(b2) accept and deliver',
      perSecond(both.deliveredPerSecond),
      perSecond(both.floorDeliveredPerSecond),
      percent(both.ratio),
    ]);
    rows.push([
      '    accepted meanwhile',
      perSecond(both.acceptedPerSecond),
      perSecond(both.floorAcceptedPerSecond),
      '',
    ]);
  }
  if (latency) {
    rows.push([
      '(f) idle, p50 / p99',
      twoMs(latency.p50Ms, latency.p99Ms),
      twoMs(latency.floorP50Ms, latency.floorP99Ms),
      '',
    ]);
  }
  printTable(rows);
  if (pacing) printPacing(pacing);
  if (backlog) printBacklog(backlog);
  if (fairness) printFairness(fairness);
}

/** @param {any[]} pacing */
function printPacing(pacing) {
  console.log('\n  (c) pacing, as the receiver sees it\n');
  printTable([
    [
      'limit',
      'sends',
      'worst second',
      'lanes over',
      'surely',
      'clocked to',
      'mean',
      'of limit',
      'spacing p50',
      'p99',
    ],
    ...pacing.map((/** @type {any} */ row) => [
      row.name,
      String(row.sends),
      String(row.worstWindow),
      String(row.lanesOver),
      String(row.lanesSurelyOver),
      `${row.heldUpMs.toFixed(1)} ms`,
      row.meanPerSecond.toFixed(2),
      percent(row.ofLimit),
      `${row.spacingP50Ms.toFixed(2)} ms`,
      `${row.spacingP99Ms.toFixed(2)} ms`,
    ]),
  ]);
}

/** @param {any} backlog */
function printBacklog({ deliveries, endpoints, empty, full }) {
  const waiting = `${deliveries.toLocaleString('en')} over ${endpoints.toLocaleString('en')}`;
  console.log('\n  (d) backlog: what waiting deliveries change\n');
  const row = (/** @type {string} */ name, /** @type {any} */ of) => [
    name,
    `${Math.round(of.readyMs)} ms`,
    of.memoryBytes === null ? 'unknown' : `${Math.round(of.memoryBytes / 2 ** 20)} MiB`,
    `${Math.round(of.microsecondsPerSend)} to ${Math.round(of.worstMicrosecondsPerSend)} us`,
    perSecond(of.deliveredPerSecond),
  ];
  printTable([
    ['waiting', 'ready after', 'memory', 'processor per fresh send', 'at best'],
    row('nothing', empty),
    row(waiting, full),
    ['ratio', '', '', percent(full.microsecondsPerSend / empty.microsecondsPerSend), ''],
  ]);
}

/** @param {any} fairness */
function printFairness({ healthy, hanging, alone, beside }) {
  console.log(
    `\n  (e) fairness: delay of ${healthy} healthy endpoints, alone and beside ${hanging} that hang\n`,
  );
  const range = (/** @type {number[]} */ [least, most]) => `${twoMs(least ?? 0, most ?? 0)}`;
  const row = (/** @type {string} */ name, /** @type {any} */ of) => [
    name,
    String(of.deliveries),
    `${of.p50Ms.toFixed(2)} ms`,
    range(of.p50RangeMs),
    `${of.p99Ms.toFixed(2)} ms`,
    range(of.p99RangeMs),
  ];
  printTable([
    ['', 'deliveries', 'p50', 'best / worst run', 'p99', 'best / worst run'],
    row('alone', alone),
    row('beside', beside),
    ['ratio', '', percent(beside.p50Ms / alone.p50Ms), '', percent(beside.p99Ms / alone.p99Ms), ''],
  ]);
}

/** @param {readonly (readonly string[])[]} rows the first is the heading */
function printTable(rows) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const [i, row] of rows.entries()) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    console.log(`  ${cells.join('   ')}`);
    if (i === 0) console.log(`  ${widths.map((width) => '-'.repeat(width)).join('   ')}`);
  }
}

/** @param {number} value */
const perSecond = (value) => `${Math.round(value).toLocaleString('en')}/s`;
/** @param {number} value */
const percent = (value) => `${(value * 100).toFixed(1)} %`;
/** @param {number} a @param {number} b */
const twoMs = (a, b) => `${a.toFixed(2)} / ${b.toFixed(2)} ms`;
