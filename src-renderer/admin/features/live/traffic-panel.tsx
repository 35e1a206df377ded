import { Pause, Play } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import { Button } from '../../../ui/button';
import layout from '../../../ui/layout.module.css';
import { Segmented } from '../../../ui/segmented';
import { Skeleton } from '../../../ui/skeleton';
import { type CurrentFigures, chartSummaries } from '../../parts/traffic/chart-summary';
import { rateCeiling } from '../../parts/traffic/rate-ceiling';
import { extendSpan, spanBetween, type TimeSpan, timeOfDay } from '../../parts/traffic/time-span';
import { TrafficChart } from '../../parts/traffic/traffic-chart';
import { useCommand } from '../../platform/commands/command-store';
import { useAriaKeys } from '../../platform/commands/use-aria-keys';
import { useInstance, useLive } from '../../platform/instance';
import type { TrafficSeries } from '../../platform/live/traffic-ring';
import { useAddressValue } from '../../platform/use-address-value';
import { SpanFields } from './span-fields';
import { useMarks } from './use-marks';
import { CHART_WINDOWS, type ChartWindow, useSeries } from './use-series';

const WINDOWS = [
  { value: 'minutes', label: '5 minutes' },
  { value: 'hour', label: '1 hour' },
  { value: 'day', label: '24 hours' },
] as const;
const VIEWS = [
  { value: 'charts', label: 'Charts' },
  { value: 'table', label: 'Numbers' },
] as const;
const CHARTS = ['rate', 'queue', 'delay'] as const;
/** How far one arrow moves the end of a span, in steps of the window. */
const ARROW_STEPS = 5;

interface TrafficPanelProps {
  readonly appId: string;
  readonly endpoint: EndpointOut;
  readonly limit: number | null;
  /** What the endpoint does now; null: unknown. */
  readonly now: CurrentFigures | null;
  readonly span: TimeSpan | null;
  readonly onSpan: (span: TimeSpan | null) => void;
  /** When the charts were frozen, in ms since 1970; null: they are live. */
  readonly frozenAtMs: number | null;
  readonly onFreeze: (atMs: number | null) => void;
}

/** What the endpoint did in a window of time, with the choice of the window; a key freezes it. */
export function TrafficPanel(props: TrafficPanelProps) {
  const { appId, endpoint, frozenAtMs, onFreeze } = props;
  const [windowText, setWindow] = useAddressValue('window');
  const [view, setView] = useAddressValue('view');
  const chartWindow: ChartWindow = CHART_WINDOWS.find((known) => known === windowText) ?? 'minutes';
  const current = useSeries(appId, endpoint.id, chartWindow);
  const { series, fresh, toggle } = useFreeze(endpoint.id, chartWindow, current, frozenAtMs, onFreeze);
  const link = useLive((state) => state.link);
  const keys = useAriaKeys('freeze');
  useCommand('freeze', toggle, frozenAtMs !== null ? 'Resume the charts' : 'Pause the charts', true);
  const isNow = frozenAtMs === null && link !== 'lost' && chartWindow === 'minutes';
  return (
    <section className={layout.shrinkingStack3} aria-label="Traffic">
      <div className={layout.rowCentered}>
        <Segmented
          label="Window"
          value={chartWindow}
          onChange={(value) => setWindow(value === 'minutes' ? '' : value)}
          options={WINDOWS}
        />
        <Segmented
          label="View"
          value={view === 'table' ? 'table' : 'charts'}
          onChange={(value) => setView(value === 'table' ? 'table' : '')}
          options={VIEWS}
        />
        <Button
          size="small"
          icon={frozenAtMs === null ? <Pause aria-hidden /> : <Play aria-hidden />}
          onPress={toggle}
          {...keys}
        >
          {frozenAtMs === null ? 'Pause chart' : `Resume (${fresh.toLocaleString('en')} new)`}
        </Button>
        <span className={layout.waitingMeta}>
          {frozenAtMs !== null
            ? `Paused at ${timeOfDay(Math.floor(frozenAtMs / 1000))}`
            : link === 'lost'
              ? 'Not live: no data since the connection was lost'
              : ''}
        </span>
      </div>
      {series ? (
        <Charts {...props} series={series} now={isNow ? props.now : null} asTable={view === 'table'} />
      ) : (
        <Skeleton what="the traffic of the endpoint" rows={8} />
      )}
    </section>
  );
}

type ChartsProps = Omit<TrafficPanelProps, 'appId' | 'frozenAtMs' | 'onFreeze'> & {
  readonly series: TrafficSeries;
  readonly asTable: boolean;
};

/** Three charts with one cursor; dragging, or Shift and the arrow keys, chooses a span. */
function Charts({ endpoint, limit, now, span, onSpan, series, asTable }: ChartsProps) {
  const marks = useMarks(endpoint, series);
  const shown = { fromS: series.at[0] ?? 0, untilS: series.at.at(-1) ?? 0 };
  const choose = ({ fromS, untilS }: TimeSpan) => onSpan(spanBetween(fromS, untilS, shown, series.stepS));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const arrow = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null;
    if (event.key === 'Escape' && span) onSpan(null);
    else if (arrow !== null && event.shiftKey) {
      onSpan(extendSpan(span, arrow, shown, series.stepS * ARROW_STEPS));
    } else return;
    event.preventDefault();
  };
  const ceiling = rateCeiling([{ limit, series }]);
  const summaries = chartSummaries(series, { limit, ceiling }, now);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset holds controls; this holds pictures that keys act on */}
      <div
        className={`${layout.stack4} ${layout.shrinking} ${layout.rounded}`}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys that choose a span need a place to be pressed
        tabIndex={0}
        onKeyDown={onKeyDown}
        aria-label="Charts. Shift and the arrow keys select a time range, Escape clears it."
      >
        {CHARTS.map((kind) => (
          <TrafficChart
            key={kind}
            kind={kind}
            series={series}
            limit={limit}
            ceiling={ceiling}
            span={span}
            marks={marks}
            asTable={asTable}
            summary={summaries[kind]}
            onSpan={choose}
          />
        ))}
      </div>
      {(marks.length > 0 || series.gaps.length > 0) && (
        <p className={layout.meta}>
          {marks.map(({ label, atS }) => `${timeOfDay(atS)}: ${label}. `)}
          {series.gaps.length > 0 &&
            (series.stepS === 1
              ? 'Hatched: not measured.'
              : 'Hatched: no traffic, or the service did not run. Rates are averages over a minute.')}
        </p>
      )}
      <SpanFields key={`${span?.fromS} ${span?.untilS}`} span={span} shown={shown} onChange={onSpan} />
    </>
  );
}

/** Keeps the charts as they were when frozen, and counts what is sent meanwhile. */
function useFreeze(
  endpointId: string,
  chartWindow: ChartWindow,
  current: TrafficSeries | null,
  frozenAtMs: number | null,
  onFreeze: (atMs: number | null) => void,
) {
  const { traffic } = useInstance();
  const kept = useRef<{ readonly of: ChartWindow; readonly series: TrafficSeries } | null>(null);
  const sentBefore = useRef(0);
  const sent = traffic.ring(endpointId)?.sendsTotal ?? 0;
  if (frozenAtMs === null) kept.current = null;
  else if (current && kept.current?.of !== chartWindow) kept.current = { of: chartWindow, series: current };
  const toggle = () => {
    sentBefore.current = traffic.ring(endpointId)?.sendsTotal ?? 0;
    onFreeze(frozenAtMs === null ? Date.now() : null);
  };
  return {
    series: kept.current?.series ?? current,
    fresh: Math.max(0, sent - sentBefore.current),
    toggle,
  };
}
