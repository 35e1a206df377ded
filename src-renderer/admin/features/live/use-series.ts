import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useInstance } from '../../platform/instance';
import { WINDOW_S } from '../../platform/live/traffic-feed';
import { minuteSeries, type TrafficSeries } from '../../platform/live/traffic-ring';

/** `minutes`: five of them, second by second; `day`: 24 hours, minute by minute. */
export type ChartWindow = 'minutes' | 'day';

const DAY_S = 24 * 3600;

/** The data of the charts; updated each second, or each minute. Null while nothing is known. */
export function useSeries(appId: string, endpointId: string, chartWindow: ChartWindow): TrafficSeries | null {
  const seconds = useSeconds(endpointId);
  const day = useDay(appId, endpointId, chartWindow === 'day');
  return chartWindow === 'day' ? day : seconds;
}

function useSeconds(endpointId: string): TrafficSeries | null {
  const { traffic } = useInstance();
  const [series, setSeries] = useState<TrafficSeries | null>(null);
  useEffect(() => {
    let readS = 0;
    const read = () => {
      const { nowS } = traffic;
      const ring = traffic.ring(endpointId);
      if (!ring || readS === nowS) return;
      readS = nowS;
      // Two seconds back: the last one may still be on its way, and would be a gap for a moment.
      setSeries(ring.series(nowS - 1 - shownSeconds(nowS, traffic.recordedSinceS), nowS - 2));
    };
    read();
    return traffic.subscribe(read);
  }, [traffic, endpointId]);
  return series;
}

/**
 * How many seconds are worth showing: five minutes, but for a service that started recently only the whole minutes
 * since then; otherwise all there is would be a sliver at the edge.
 * @param recordedSinceS when recording started, in seconds since 1970; null: unknown
 */
export function shownSeconds(nowS: number, recordedSinceS: number | null): number {
  if (recordedSinceS === null) return WINDOW_S;
  const minutes = Math.max(1, Math.ceil((nowS - recordedSinceS) / 60));
  return Math.min(WINDOW_S, minutes * 60);
}

function useDay(appId: string, endpointId: string, isShown: boolean): TrafficSeries | null {
  const { id, api } = useInstance();
  const { data } = useQuery({
    queryKey: [id, 'deliveries', 'day', endpointId],
    queryFn: ({ signal }) =>
      api.call(
        'GET /app/{app}/endpoint/{endpoint}/history',
        { path: { app: appId, endpoint: endpointId }, query: { step: 60 } },
        signal,
      ),
    refetchInterval: 60_000,
    enabled: isShown,
  });
  return useMemo(() => {
    if (!data) return null;
    const untilS = Math.floor(Date.parse(data.until) / 1000) - 60;
    return minuteSeries(data.data, untilS - DAY_S + 60, untilS);
  }, [data]);
}
