// The result as Markdown, for people.

/**
 * @param {any} result as bench.mjs writes it
 * @returns {string}
 */
export function resultAsMarkdown(result) {
  const {
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
    weight,
    proxy,
    nodes,
    soak,
    large,
    goals,
    machine,
  } = result;
  const lines = [
    `${result.when.slice(0, 10)}, ${result.quick ? 'quick run' : 'full run'}, ${result.tookS} s: Node ${machine.node}, ` +
      `${machine.system}, ${machine.cpus} x ${machine.cpu}, ${machine.memoryGb} GB; load and receiver on the same machine`,
  ];
  /** @type {string[][]} */
  const rows = [['figure', 'Posthorn', 'floor', 'ratio']];
  for (const row of drain ?? []) {
    const name = `(a) drain, ${row.queues} endpoint${row.queues > 1 ? 's' : ''}`;
    rows.push([name, perSecond(row.deliveredPerSecond), perSecond(row.floorPerSecond), percent(row.ratio)]);
    rows.push(['    until all is recorded', perSecond(row.recordedPerSecond), '', '']);
    if (row.rounds > 1) {
      const [least, most] = row.ratioRange;
      rows.push([`    ratio of ${row.rounds} rounds`, '', '', `${percent(least)} to ${percent(most)}`]);
    }
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
  if (attack) {
    rows.push([
      '(k) accept beside a hostile customer',
      perSecond(attack.attackedPerSecond),
      `${perSecond(attack.alonePerSecond)} alone`,
      percent(attack.ratio),
    ]);
    rows.push(['    checked / refused with 429', `${attack.checked} / ${attack.refused}`, '', '']);
  }
  for (const { name, p50Ms, p99Ms, drainedPerSecond, listed, refused } of lists ?? []) {
    rows.push([
      `(o) accept beside ten reading customers, ${name}, p50 / p99`,
      twoMs(p50Ms.beside, p99Ms.beside),
      `${twoMs(p50Ms.alone, p99Ms.alone)} alone`,
      `${percent(p50Ms.ratio)} / ${percent(p99Ms.ratio)}`,
    ]);
    rows.push([
      `    drain beside them, ${name}`,
      perSecond(drainedPerSecond.beside),
      `${perSecond(drainedPerSecond.alone)} alone`,
      percent(drainedPerSecond.ratio),
    ]);
    rows.push(['    lists / refused with 429', `${listed} / ${refused}`, '', '']);
  }
  if (filters) {
    const { accepted, drained } = filters;
    for (const [name, row] of [
      ['(p) accept with filters at half of 20 endpoints', accepted],
      ['    drain of what they let through', drained],
    ])
      rows.push([name, perSecond(row.filtered), `${perSecond(row.without)} without`, percent(row.ratio)]);
  }
  if (proxy) {
    rows.push([
      '(l) accept and deliver through a proxy',
      perSecond(proxy.proxiedPerSecond),
      `${perSecond(proxy.directPerSecond)} without`,
      percent(proxy.ratio),
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
  if (rows.length > 1) lines.push('', ...table(rows));
  if (pacing) lines.push(...pacingLines(pacing));
  if (backlog) lines.push(...backlogLines(backlog));
  if (idle) lines.push(...idleLines(idle));
  if (fairness) lines.push(...fairnessLines(fairness));
  if (live) lines.push(...liveLines(live));
  if (catalog) lines.push(...catalogLines(catalog));
  if (imported) lines.push(...importLines(imported));
  if (preview) lines.push(...previewLines(preview));
  if (workingCopy) lines.push(...workingCopyLines(workingCopy));
  if (weight) lines.push(...weightLines(weight));
  if (nodes) lines.push(...nodesLines(nodes));
  if (soak) lines.push(...soakLines(soak));
  if (large) lines.push(...largeLines(large));
  lines.push('', ...goalTable(goals));
  return `${lines.join('\n')}\n`;
}

/** @param {import('./goals.mjs').Goal[]} goals */
function goalTable(goals) {
  const rows = goals.map(({ figure, measured, goal, met }) => [figure, measured, goal, met ? 'yes' : 'NO']);
  return table([['goal', 'measured', 'wanted', 'met'], ...rows]);
}

/** @param {any} catalog */
function catalogLines({
  types,
  firstRowsMs,
  longestTaskMs,
  longTasks,
  longestFrameMs,
  framesPerS,
  slowestFrameMs,
}) {
  return [
    '',
    ...table([
      ['(h) catalog', 'measured'],
      ['event types', types.toLocaleString('en')],
      ['first rows after', `${firstRowsMs.toFixed(0)} ms`],
      ['typing a search: longest task', longTasks > 0 ? `${longestTaskMs.toFixed(0)} ms` : 'under 50 ms'],
      ['typing a search: tasks over 50 ms', String(longTasks)],
      ['typing a search: longest frame', `${longestFrameMs.toFixed(0)} ms`],
      ['scrolling: pictures a second', framesPerS.toFixed(1)],
      ['scrolling: slowest picture', `${slowestFrameMs.toFixed(0)} ms`],
    ]),
  ];
}

/** @param {any} imported */
function importLines({ megabytes, eventTypes, firstRowsMs, appliedMs }) {
  return [
    '',
    ...table([
      ["(i) import of GitHub's webhooks, best run", 'measured'],
      ['document', `${megabytes.toFixed(1)} MB`],
      ['event types', String(eventTypes)],
      ['from dropping it to the first rows', `${firstRowsMs.toFixed(0)} ms`],
      ['from the press to the receipt', `${appliedMs.toFixed(0)} ms`],
    ]),
  ];
}

/** @param {any} workingCopy */
function workingCopyLines({ types, fetchMs, compareMs, checkMs, editMs, typing }) {
  const rows = [
    [`(l) working copy of ${types.toLocaleString('en')} event types`, 'measured', 'local instance', 'ratio'],
    ['fetched after', `${fetchMs.toFixed(0)} ms`, '', ''],
    ['compared after', `${compareMs.toFixed(0)} ms`, '', ''],
    ['checked in the background after', `${checkMs.toFixed(0)} ms`, '', ''],
    ['one edit, median', `${editMs.toFixed(1)} ms`, '', ''],
  ];
  if (typing) {
    const { copyMs, directMs, ratio, copyP95Ms, directP95Ms, largeRatio } = typing;
    rows.push(['key to frame, mean', `${copyMs.toFixed(1)} ms`, `${directMs.toFixed(1)} ms`, percent(ratio)]);
    rows.push(['key to frame, 95 %', `${copyP95Ms.toFixed(1)} ms`, `${directP95Ms.toFixed(1)} ms`, '']);
    rows.push([
      'in a schema of 57 KB, mean',
      '',
      `${(directMs * largeRatio).toFixed(1)} ms`,
      percent(largeRatio),
    ]);
  }
  return ['', ...table(rows)];
}

/** @param {any} preview */
function previewLines({ frames, bestMs, readyMs }) {
  return [
    '',
    ...table([
      ['(j) portal preview', 'measured'],
      ['frames', String(frames)],
      ['all ready after, median', `${readyMs.toFixed(0)} ms`],
      ['all ready after, best', `${bestMs.toFixed(0)} ms`],
    ]),
  ];
}

/** @param {any[]} weight */
function weightLines(weight) {
  const rows = weight.map(({ page, bytes, requests }) => [
    page,
    `${Math.round(bytes / 1000)} kB`,
    String(requests),
  ]);
  return ['', ...table([['(k) first screen', 'over the wire', 'requests'], ...rows])];
}

/** @param {any[]} pacing */
function pacingLines(pacing) {
  const rows = [
    [
      'limit',
      'sends',
      'worst second',
      'queues over',
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
      String(row.queuesOver),
      String(row.queuesSurelyOver),
      `${row.heldUpMs.toFixed(1)} ms`,
      row.meanPerSecond.toFixed(2),
      percent(row.ofLimit),
      `${row.spacingP50Ms.toFixed(2)} ms`,
      `${row.spacingP99Ms.toFixed(2)} ms`,
    ]),
  ];
  return heading('(c) pacing, as the receiver sees it', rows);
}

/** @param {any} backlog */
function backlogLines({ deliveries, endpoints, empty, full, costRatio }) {
  const waiting = `${deliveries.toLocaleString('en')} over ${endpoints.toLocaleString('en')}`;
  const megabytes = (/** @type {number | null} */ bytes) =>
    bytes === null ? 'unknown' : `${Math.round(bytes / 1e6)} MB`;
  const row = (/** @type {string} */ name, /** @type {any} */ of) => [
    name,
    `${Math.round(of.readyMs)} ms`,
    megabytes(of.memoryAtStartBytes),
    megabytes(of.memoryBytes),
    perSecond(of.sentPerSecond),
    `${Math.round(of.microsecondsPerSend)} us, at most ${Math.round(of.worstMicrosecondsPerSend)}`,
    perSecond(of.deliveredPerSecond),
  ];
  return heading('(d) backlog: what waiting deliveries change; every endpoint has a limit of 1/s', [
    [
      'waiting',
      'ready after',
      'memory then',
      'most at work',
      'sent',
      'processor per fresh send',
      'fresh sends',
    ],
    row('nothing', empty),
    row(waiting, full),
    ['median ratio of neighbouring rounds', '', '', '', '', percent(costRatio), ''],
  ]);
}

/** @param {any} idle */
function idleLines({ endpoints, idleMs, none, many, bytesEach }) {
  const row = (/** @type {string} */ name, /** @type {any} */ of) => [
    name,
    `${Math.round(of.readyMs)} ms`,
    of.memoryBytes === null ? 'unknown' : `${Math.round(of.memoryBytes / 1e6)} MB`,
    of.processorMs === null ? 'unknown' : `${of.processorMs} ms`,
  ];
  return heading('(d) endpoints with limits and nothing to send', [
    ['endpoints', 'ready after', 'memory', `processor in ${idleMs / 1000} s`],
    row('1', none),
    row(endpoints.toLocaleString('en'), many),
    ...(bytesEach ? [['memory of each', '', kilobytes(bytesEach.small), '']] : []),
    ...(bytesEach ? [['of each that is as large as it may be', '', kilobytes(bytesEach.large), '']] : []),
  ]);
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} KB`;
}

/** @param {any[]} live */
function liveLines(live) {
  const megabytes = (/** @type {number} */ bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  return heading('(g) live view in Chromium', [
    ['view', 'sends', 'processor', 'main thread', 'script', 'heap before', 'after', 'pushed', 'received'],
    ...live.map((row) => [
      `${row.name}, ${row.seconds.toFixed(0)} s`,
      perSecond(row.sendsPerS),
      row.processorShare === null ? 'unknown' : percent(row.processorShare),
      percent(row.taskShare),
      percent(row.scriptShare),
      megabytes(row.heapBeforeBytes),
      megabytes(row.heapAfterBytes),
      String(row.pushed),
      String(row.received),
    ]),
  ]);
}

/** @param {any} fairness */
function fairnessLines({ healthy, hanging, alone, beside, p50Ratio, p99Ratio }) {
  const range = (/** @type {number[]} */ [least, most]) => `${twoMs(least ?? 0, most ?? 0)}`;
  const row = (/** @type {string} */ name, /** @type {any} */ of) => [
    name,
    String(of.deliveries),
    `${of.p50Ms.toFixed(2)} ms`,
    range(of.p50RangeMs),
    `${of.p99Ms.toFixed(2)} ms`,
    range(of.p99RangeMs),
  ];
  return heading(
    `(e) fairness: delay of ${healthy} healthy endpoints, alone and beside ${hanging} that hang`,
    [
      ['', 'deliveries', 'p50', 'best / worst run', 'p99', 'best / worst run'],
      row('alone', alone),
      row('beside', beside),
      ['median ratio of neighbouring runs', '', percent(p50Ratio), '', percent(p99Ratio), ''],
    ],
  );
}

/** @param {any[]} nodes */
function nodesLines(nodes) {
  const rate = (/** @type {any} */ { perSecond: value, ratio }) => `${perSecond(value)}, ${percent(ratio)}`;
  return heading(
    '(n) nodes on PostgreSQL, of one server with a file; processor in shares of one core, during both',
    [
      ['database', 'accept', 'drain', 'both', 'nodes', 'PostgreSQL', 'load and receiver'],
      ...nodes.map(({ name, accept, drain, both, shares }) => [
        name,
        rate(accept),
        rate(drain),
        rate(both),
        percent(shares.nodes),
        percent(shares.database),
        percent(shares.around),
      ]),
    ],
  );
}

/** @param {any} large */
function largeLines({ messages, bytesEach, answered, memoryBytes, readyMs, erasure, retention }) {
  const megabytes = (/** @type {number | null} */ bytes) =>
    bytes === null ? 'unknown' : `${Math.round(bytes / 1e6)} MB`;
  const title = `large: ${messages.toLocaleString('en')} messages, ${Math.round(bytesEach)} bytes on disk each; memory ${megabytes(memoryBytes)}; ready ${Math.round(readyMs)} ms after kill -9`;
  const times = (/** @type {number[]} */ ...values) => values.map((value) => `${value.toFixed(1)} ms`);
  return heading(title, [
    ['question', 'pages', 'p50', 'p95 (removal: p99)', 'most'],
    ...answered.map((/** @type {any} */ { question, pages, p50Ms, p95Ms, mostMs }) => [
      question,
      String(pages),
      ...times(p50Ms, p95Ms, mostMs),
    ]),
    ...Object.entries({ erasure, retention }).map(([name, of]) => [
      `a list during ${name}, memory ${megabytes(of.memoryBytes)}`,
      '',
      ...times(of.p50Ms, of.p99Ms, of.mostMs),
    ]),
  ]);
}

/** @param {any} soak */
function soakLines({ minutes, messages, messagesPerS, resident, heap, p50Ms, p99Ms, worstMs }) {
  const row = (/** @type {string} */ name, /** @type {any} */ of) => [
    name,
    `${of.lastMb.toFixed(0)} MB`,
    `${of.mbPerHour.toFixed(1)} MB/h`,
    `${of.standardError.toFixed(1)} MB/h`,
    of.isFlat ? 'yes' : 'NO',
  ];
  const delay = `delay p50 ${p50Ms.toFixed(1)}, p99 ${p99Ms.toFixed(1)}, worst ${worstMs.toFixed(1)} ms`;
  const title = `soak: ${minutes} minutes, ${messages.toLocaleString('en')} messages, ${messagesPerS.toFixed(0)}/s; ${delay}`;
  return heading(title, [
    ['memory', 'at the end', 'slope', 'standard error', 'flat'],
    row('resident', resident),
    row('heap, least in 10 s', heap),
  ]);
}

/**
 * @param {string} text
 * @param {readonly (readonly string[])[]} rows
 */
function heading(text, rows) {
  return ['', text, '', ...table(rows)];
}

/**
 * @param {readonly (readonly string[])[]} rows the first is the heading
 * @returns {string[]} a table in Markdown, its columns aligned
 */
function table(rows) {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) => {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    return `| ${cells.join(' | ')} |`;
  });
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [lines[0] ?? '', `| ${rule.join(' | ')} |`, ...lines.slice(1)];
}

/** @param {number} value */
const perSecond = (value) => `${Math.round(value).toLocaleString('en')}/s`;
/** @param {number} value */
const percent = (value) => `${(value * 100).toFixed(1)} %`;
/** @param {number} a @param {number} b */
const twoMs = (a, b) => `${a.toFixed(2)} / ${b.toFixed(2)} ms`;
