import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useInstance } from '../../platform/instance';
import { lastOf, minuteSeries, type TrafficSeries } from '../../platform/live/traffic-ring';

/** `minutes`: five of them, second by second; `hour` and `day`: minute by minute. */
export const CHART_WINDOWS = ['minutes', 'hour', 'day'] as const;
export type ChartWindow = (typeof CHART_WINDOWS)[number];

const DAY_S = 24 * 3600;
const HOUR_MINUTES = 60;

/** The data of the charts; updated each second, or each minute. Null while nothing is known. */
export function useSeries(appId: string, endpointId: string, chartWindow: ChartWindow): TrafficSeries | null {
  const seconds = useSeconds(endpointId);
  const day = useDay(appId, endpointId, chartWindow !== 'minutes');
  const hour = useMemo(() => day && lastOf(day, HOUR_MINUTES), [day]);
  return { minutes: seconds, hour, day }[chartWindow];
}

function useSeconds(endpointId: string): TrafficSeries | null {
  const { traffic } = useInstance();
  const [series, setSeries] = useState<TrafficSeries | null>(null);
  useEffect(() => {
    let readS = 0;
    const read = () => {
      const { wholeS } = traffic;
      const ring = traffic.ring(endpointId);
      if (!ring || readS === wholeS) return;
      readS = wholeS;
      setSeries(ring.series(wholeS - traffic.shownS(endpointId) + 1, wholeS));
    };
    read();
    return traffic.subscribe(read);
  }, [traffic, endpointId]);
  return series;
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
    const runningSinceS = Math.floor(Date.parse(data.runningSince) / 1000);
    return minuteSeries(data.data, { fromS: untilS - DAY_S + 60, untilS, runningSinceS });
  }, [data]);
}
