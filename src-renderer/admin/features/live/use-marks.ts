import { useEffect, useMemo } from 'react';
import type { AuditLineOut } from '../../../../src-server/contract/audit';
import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import { useAudit } from '../../data/audit/use-audit';
import { ownChangeText } from '../../parts/audit/audit-words';
import type { ChartMark } from '../../parts/traffic/plot-facts';
import { timeOfDay } from '../../parts/traffic/time-span';
import { useInstance } from '../../platform/instance';
import type { TrafficSeries } from '../../platform/live/traffic-ring';
import { pastOutages } from './past-outages';

/** Changes looked at; older ones are rarely within a chart. */
const CHANGES_MAX = 20;
/** A label is no longer, so that it fits beside its line. */
const LABEL_MAX = 40;
/** The service started with the first second that is known. */
const START_S = 5;

type Edited = Pick<EndpointOut, 'failingSince' | 'updatedAt'>;

interface MarkFacts {
  readonly endpoint: Edited;
  /** Undefined: nobody says what was changed. */
  readonly changes: readonly Pick<AuditLineOut, 'at' | 'action' | 'before' | 'after'>[] | undefined;
  /** In seconds since 1970; null: unknown. */
  readonly startedS: number | null;
  /** What the chart shows. */
  readonly series: TrafficSeries;
}

/** What happened to an endpoint within a chart: outage, changed limit, pause, restart. */
export function marksOf({ endpoint, changes, startedS, series }: MarkFacts): readonly ChartMark[] {
  const { at } = series;
  const fromS = at[0] ?? 0;
  const untilS = at.at(-1) ?? 0;
  const second = (at: string) => Math.floor(Date.parse(at) / 1000);
  const marks: ChartMark[] = (changes ?? []).flatMap((line) => changeMark(line, second(line.at)) ?? []);
  if (changes === undefined)
    marks.push({ kind: 'changed', atS: second(endpoint.updatedAt), label: 'Endpoint changed' });
  marks.push(...outageMarks(series));
  if (endpoint.failingSince)
    marks.push({ kind: 'outage', atS: second(endpoint.failingSince), label: 'Outage' });
  if (startedS !== null && startedS > fromS + START_S)
    marks.push({ kind: 'restart', atS: startedS, label: 'Service started' });
  return marks.filter(({ atS }) => atS > fromS && atS <= untilS).sort((a, b) => a.atS - b.atS);
}

/** One whose begin is not known has a mark at its end. */
function outageMarks(series: TrafficSeries): readonly ChartMark[] {
  const time = (atS: number) => timeOfDay(atS).slice(0, series.stepS === 1 ? undefined : 5);
  return pastOutages(series).map(({ fromS, untilS, isBeginKnown }) =>
    isBeginKnown
      ? { kind: 'outage', atS: fromS, label: `Outage until ${time(untilS)}` }
      : { kind: 'outage', atS: untilS, label: 'Outage ended' },
  );
}

/** Null: it changed nothing that is seen in the traffic. */
function changeMark(line: NonNullable<MarkFacts['changes']>[number], atS: number): ChartMark | null {
  if (line.action === 'endpoint.paused') return { kind: 'paused', atS, label: 'Paused' };
  if (line.action === 'endpoint.resumed') return { kind: 'resumed', atS, label: 'Resumed' };
  if (line.action !== 'endpoint.updated') return null;
  const { before, after } = line;
  if (after && 'rateLimit' in after) {
    const [was, is] = [before?.rateLimit, after.rateLimit].map((limit) => limit ?? 'none');
    return { kind: 'limit', atS, label: `Limit ${was} to ${is}` };
  }
  const text = ownChangeText(line as AuditLineOut);
  return { kind: 'changed', atS, label: text.length > LABEL_MAX ? 'Endpoint changed' : `Changed: ${text}` };
}

/** The marks of the charts of one endpoint. */
export function useMarks(endpoint: EndpointOut, series: TrafficSeries): readonly ChartMark[] {
  const { traffic } = useInstance();
  const { rows, refetch } = useAudit({ target: endpoint.id }, CHANGES_MAX);
  const { failingSince, updatedAt, paused, disabled } = endpoint;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state has another last change
  useEffect(() => void refetch({ cancelRefetch: false }), [updatedAt, paused, disabled, refetch]);
  const startedS = series.stepS === 1 ? traffic.recordedSinceS : null;
  const marks = useMemo(
    () => marksOf({ endpoint: { failingSince, updatedAt }, changes: rows, startedS, series }),
    [failingSince, updatedAt, rows, startedS, series],
  );
  // A chart that moves on shows the same marks most of the time.
  const text = JSON.stringify(marks);
  return useMemo(() => JSON.parse(text) as readonly ChartMark[], [text]);
}
