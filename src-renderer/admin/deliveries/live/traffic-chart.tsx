import { useEffect, useRef } from 'react';
import type { TrafficColumn, TrafficSeries } from '../../live/traffic-ring';
import { msInWords } from './amount-in-words';
import { onThemeChange } from './chart-colours';
import { chartRows } from './chart-summary';
import { type TimeSpan, timeOfDay } from './time-span';
import styles from './traffic-chart.module.css';
import { type ChartKind, createPlot, type Plot, type PlotFacts } from './traffic-plot';

const LOOK: Record<
  ChartKind,
  {
    readonly title: string;
    readonly columns: readonly TrafficColumn[];
    readonly heads: readonly string[];
    readonly keys: readonly { readonly word: string; readonly tone: string }[];
  }
> = {
  rate: {
    title: 'Rate',
    columns: ['arrivals', 'sends'],
    heads: ['Arriving, per second', 'Sent, per second'],
    keys: [
      { word: 'arriving', tone: 'arrivals' },
      { word: 'sent', tone: 'delivered' },
      { word: 'limit, hatched to 5 % above', tone: 'limit' },
    ],
  },
  queue: {
    title: 'Queue',
    columns: ['queue'],
    heads: ['Waiting, at most'],
    keys: [{ word: 'waiting', tone: 'queue' }],
  },
  delay: {
    title: 'Delay',
    columns: ['delayP50Ms', 'delayP95Ms', 'oldestMs'],
    heads: ['Half within', '95 % within', 'Oldest'],
    keys: [
      { word: 'half within', tone: 'half' },
      { word: '95 % within', tone: 'most' },
      { word: 'oldest waiting', tone: 'oldest' },
    ],
  },
};

export interface TrafficChartProps extends PlotFacts {
  readonly kind: ChartKind;
  /** The chart as a sentence. */
  readonly summary: string;
  /** True shows the numbers instead of the picture. */
  readonly asTable: boolean;
  readonly onSpan: (span: TimeSpan) => void;
}

/** One chart: what it is, the picture or its numbers, and the same in a sentence. */
export function TrafficChart({ kind, summary, asTable, onSpan, ...facts }: TrafficChartProps) {
  const look = LOOK[kind];
  const readout = useRef<HTMLSpanElement>(null);
  return (
    <section className={styles.chart} aria-label={look.title}>
      <header className={styles.head}>
        <h3>{look.title}</h3>
        {!asTable && (
          <ul className={styles.keys} aria-hidden>
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
        {!asTable && <span ref={readout} className={styles.readout} aria-hidden />}
      </header>
      {asTable ? (
        <Numbers kind={kind} series={facts.series} />
      ) : (
        <Picture kind={kind} facts={facts} onSpan={onSpan} readout={readout} />
      )}
      <p className={styles.summary}>{summary}</p>
    </section>
  );
}

interface PictureProps {
  readonly kind: ChartKind;
  readonly facts: PlotFacts;
  readonly onSpan: (span: TimeSpan) => void;
  /** Where the values under the cursor are written, without asking React. */
  readonly readout: { readonly current: HTMLElement | null };
}

function Picture({ kind, facts, onSpan, readout }: PictureProps) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot | null>(null);
  const latest = useRef({ facts, onSpan });
  latest.current = { facts, onSpan };
  useEffect(() => {
    const make = () => {
      plot.current?.destroy();
      plot.current =
        host.current &&
        createPlot(kind, host.current, {
          onSpan: (span) => latest.current.onSpan(span),
          onCursor: (text) => {
            if (readout.current) readout.current.textContent = text ?? '';
          },
        });
      plot.current?.show(latest.current.facts);
    };
    make();
    const stop = onThemeChange(make);
    return () => {
      stop();
      plot.current?.destroy();
      plot.current = null;
    };
  }, [kind, readout]);
  const { series, limit, span, marks } = facts;
  useEffect(() => plot.current?.show({ series, limit, span, marks }), [series, limit, span, marks]);
  return <div ref={host} className={styles.picture} aria-hidden />;
}

function Numbers({ kind, series }: { readonly kind: ChartKind; readonly series: TrafficSeries }) {
  const { columns, heads, title } = LOOK[kind];
  const isDelay = kind === 'delay';
  const rows = chartRows(series, columns, series.stepS === 1 ? 10 : 3600);
  const text = (value: number | null) => {
    if (value === null) return 'not known';
    return isDelay ? msInWords(value) : Number(value.toFixed(1)).toLocaleString('en');
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must be reached by the keyboard for that
    <section className={styles.numbers} tabIndex={0} aria-label={`${title} in numbers`}>
      <table>
        <thead>
          <tr>
            <th scope="col">{series.stepS === 1 ? 'Ten seconds from' : 'Hour from'}</th>
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
              <th scope="row">{timeOfDay(at)}</th>
              {values.map((value, index) => (
                <td key={columns[index]}>{text(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
