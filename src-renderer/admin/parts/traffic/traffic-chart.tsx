import { useEffect, useMemo, useRef } from 'react';
import layout from '../../../ui/layout.module.css';
import { outcomeLook } from '../../../ui/outcome-stack';
import type { TrafficColumn, TrafficSeries } from '../../platform/live/traffic-ring';
import { onThemeChange } from './chart-colors';
import { chartRows } from './chart-summary';
import { type ChartTime, formatMoment } from './chart-time';
import { formatMs } from './format-amount';
import { outcomesOfSends } from './outcomes-of-sends';
import type { ChartKind, PlotFacts } from './plot-facts';
import type { TimeSpan } from './time-span';
import styles from './traffic-chart.module.css';
import { createPlot, type Plot } from './traffic-plot';

/** Keeps the room of the values under the cursor, so that nothing moves when they appear. */
const NO_READOUT = '\u00a0';

interface ChartLook {
  readonly title: string;
  readonly columns: readonly TrafficColumn[];
  /** Columns of the run it is compared with. */
  readonly compared: readonly TrafficColumn[];
  /** The column headings of both runs. */
  readonly heads: readonly string[];
  readonly keys: readonly { readonly word: string; readonly tone: string }[];
}

/** Above this many seconds, a table groups them into minutes. */
const LONG_S = 900;
const GROUP_LABELS = { 10: 'Ten seconds', 60: 'Minute', 3600: 'Hour' } as const;

const LOOK: Record<ChartKind, ChartLook> = {
  rate: {
    title: 'Rate',
    columns: ['arrivals', 'sends', 'succeeded', 'failed'],
    compared: [],
    heads: ['Received, per second', 'Sent, per second', 'Delivered, per second', 'Failed, per second'],
    keys: [
      { word: 'received', tone: 'arrivals' },
      { word: 'sent', tone: 'sent' },
      { word: outcomeLook('succeeded').word, tone: outcomeLook('succeeded').tone },
      { word: `${outcomeLook('failed').word} (hatched)`, tone: outcomeLook('failed').tone },
      { word: 'rate limit', tone: 'limit' },
    ],
  },
  queue: {
    title: 'Queue',
    columns: ['queue'],
    compared: [],
    heads: ['Waiting, at most'],
    keys: [{ word: 'waiting', tone: 'queue' }],
  },
  delay: {
    title: 'Delay',
    columns: ['delayP50Ms', 'delayP95Ms', 'oldestMs'],
    compared: [],
    heads: ['Median', '95th percentile', 'Oldest'],
    keys: [
      { word: 'median', tone: 'half' },
      { word: '95th percentile', tone: 'most' },
      { word: 'oldest waiting', tone: 'oldest' },
    ],
  },
};

/** How a chart of two runs looks. */
function comparedLook(kind: ChartKind, [first, second]: readonly [string, string]): ChartLook {
  if (kind === 'rate') {
    return {
      ...LOOK.rate,
      columns: ['arrivals', 'sends'],
      compared: ['sends'],
      heads: ['Received, per second', `Sent at ${first}, per second`, `Sent at ${second}, per second`],
      keys: [
        { word: 'received', tone: 'arrivals' },
        { word: `sent at ${first}`, tone: 'delivered' },
        { word: `sent at ${second}`, tone: 'second' },
        { word: 'rate limit', tone: 'limit' },
        { word: 'second limit', tone: 'secondLimit' },
      ],
    };
  }
  const isQueue = kind === 'queue';
  const column = isQueue ? 'queue' : 'delayP95Ms';
  const what = isQueue ? 'waiting' : '95th percentile';
  const head = isQueue ? 'Waiting, at most' : '95th percentile';
  return {
    ...LOOK[kind],
    columns: [column],
    compared: [column],
    heads: [`${head}, at ${first}`, `${head}, at ${second}`],
    keys: [
      { word: `${what}, at ${first}`, tone: isQueue ? 'queue' : 'half' },
      { word: `${what}, at ${second}`, tone: 'second' },
    ],
  };
}

interface TrafficChartProps extends PlotFacts {
  readonly kind: ChartKind;
  /** The chart as a sentence. */
  readonly summary: string;
  /** True shows the numbers instead of the chart. */
  readonly asTable: boolean;
  /** Null: time ranges cannot be chosen here. */
  readonly onSpan: ((span: TimeSpan) => void) | null;
  /** The unit of the time axis; absent: the clock. */
  readonly time?: ChartTime;
  /** The names of the two compared runs; null or absent: there is one run. */
  readonly names?: readonly [first: string, second: string] | null;
}

/** One chart: its title, the picture or its numbers, and the same in a sentence. */
export function TrafficChart({
  kind,
  summary,
  asTable,
  onSpan,
  time = 'clock',
  names,
  ...given
}: TrafficChartProps) {
  const series = useMemo(() => (kind === 'rate' ? bySend(given.series) : given.series), [kind, given.series]);
  const facts = { ...given, series };
  const look = names ? comparedLook(kind, names) : LOOK[kind];
  const readout = useRef<HTMLParagraphElement>(null);
  return (
    <section className={layout.shrinkingStack1} aria-label={look.title}>
      <header className={styles.head}>
        <h3>{look.title}</h3>
        {!asTable && (
          <ul className={`${layout.wrap} ${layout.meta} ${styles.keys}`} aria-hidden>
            {look.keys.map(({ word, tone }) => (
              <li key={word}>
                <svg viewBox="0 0 20 8" className={styles.key} aria-hidden>
                  <path d="M0 4h20" className={styles[tone]} />
                </svg>
                {word}
              </li>
            ))}
          </ul>
        )}
      </header>
      {!asTable && (
        <p ref={readout} className={styles.readout} aria-hidden>
          {NO_READOUT}
        </p>
      )}
      {asTable ? (
        <Numbers look={look} isDelay={kind === 'delay'} facts={facts} time={time} />
      ) : (
        <Picture kind={kind} facts={facts} time={time} onSpan={onSpan} readout={readout} />
      )}
      <p className={layout.metaNumbers}>{summary}</p>
    </section>
  );
}

/** The series with the outcomes in the seconds in which their requests left. */
function bySend(series: TrafficSeries): TrafficSeries {
  const known = (column: TrafficColumn) => series.columns[column].map((value) => value ?? Number.NaN);
  const of = outcomesOfSends({
    sends: known('sends'),
    succeeded: known('succeeded'),
    failed: known('failed'),
  });
  const orNull = (values: Float64Array) =>
    Array.from(values, (value) => (Number.isNaN(value) ? null : value));
  const columns = { ...series.columns, succeeded: orNull(of.succeeded), failed: orNull(of.failed) };
  return { ...series, columns };
}

interface PictureProps {
  readonly kind: ChartKind;
  readonly facts: PlotFacts;
  readonly time: ChartTime;
  readonly onSpan: ((span: TimeSpan) => void) | null;
  /** Where the values under the cursor are written, bypassing React. */
  readonly readout: { readonly current: HTMLElement | null };
}

function Picture({ kind, facts, time, onSpan, readout }: PictureProps) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot | null>(null);
  const latest = useRef({ facts, onSpan });
  latest.current = { facts, onSpan };
  const isCompared = facts.compared !== undefined;
  const canChoose = onSpan !== null;
  useEffect(() => {
    const make = () => {
      plot.current?.destroy();
      plot.current =
        host.current &&
        createPlot(
          kind,
          host.current,
          { time, isCompared },
          {
            onSpan: canChoose ? (span) => latest.current.onSpan?.(span) : null,
            onCursor: (text) => {
              if (readout.current) readout.current.textContent = text ?? NO_READOUT;
            },
          },
        );
      plot.current?.show(latest.current.facts);
    };
    make();
    const stop = onThemeChange(make);
    return () => {
      stop();
      plot.current?.destroy();
      plot.current = null;
    };
  }, [kind, readout, time, isCompared, canChoose]);
  const { series, limit, span, marks, compared, ceiling } = facts;
  useEffect(
    () => plot.current?.show({ series, limit, span, marks, compared, ceiling }),
    [series, limit, span, marks, compared, ceiling],
  );
  return <div ref={host} className={styles.picture} aria-hidden />;
}

interface NumbersProps {
  readonly look: ChartLook;
  readonly isDelay: boolean;
  readonly facts: PlotFacts;
  readonly time: ChartTime;
}

function Numbers({ look: { columns, compared, heads, title }, isDelay, facts, time }: NumbersProps) {
  const { series } = facts;
  // Newest first while they continue, from the start when they are finished.
  const inOrder = <T,>(list: readonly T[]) => (time === 'elapsed' ? [...list].reverse() : list);
  const groupS =
    series.stepS === 60 && series.at.length > 60
      ? 3600
      : series.stepS === 60 || series.at.length > LONG_S
        ? 60
        : 10;
  const others = inOrder(chartRows(facts.compared?.series ?? series, compared, groupS));
  const rows = inOrder(chartRows(series, columns, groupS)).map(({ at, values }, index) => ({
    at,
    values: [...values, ...(others[index]?.values ?? [])],
  }));
  const text = (value: number | null) => {
    if (value === null) return 'unknown';
    return isDelay ? formatMs(value) : Number(value.toFixed(1)).toLocaleString('en');
  };
  return (
    <section
      className={`${layout.framed} ${layout.scrolling} ${styles.numbers}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
      tabIndex={0}
      aria-label={`${title} in numbers`}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{GROUP_LABELS[groupS]} from</th>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ at, values }) => (
            <tr key={at}>
              <th scope="row">{formatMoment(at, time)}</th>
              {values.map((value, index) => (
                <td key={heads[index]}>{text(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
