import { useQuery } from '@tanstack/react-query';
import type { EndpointFilterTrialIn } from '../../../src-server/contract/endpoint-filter-trial';
import { parseOrdered, stringifyOrdered } from '../../../src-server/json-schema/ordered-json';
import { useSettled } from '../../ui/use-settled';
import { useApiScope } from '../api-scope';

/** The pause in typing before the server is asked. */
const REST_MS = 400;

/**
 * What a filter would have let through of the newest messages of an application, asked once typing rests.
 * @param wanted null: there is nothing to try
 * @returns neither data nor an error until the server has answered about just this
 */
export function useFilterTrial(appId: string, wanted: EndpointFilterTrialIn | null) {
  const { api, key } = useApiScope();
  const text = wanted === null ? '' : stringifyOrdered(wanted);
  const settled = useSettled(text, REST_MS);
  const isSettled = settled === text;
  const trial = useQuery({
    queryKey: [...key, 'filter-trial', appId, settled],
    queryFn: ({ signal }) =>
      api.call(
        'POST /app/{app}/endpoint-filter/try',
        { path: { app: appId }, body: parseOrdered(settled) as EndpointFilterTrialIn },
        signal,
      ),
    enabled: isSettled && settled !== '',
    gcTime: 30_000,
  });
  return { data: isSettled ? trial.data : undefined, error: isSettled ? trial.error : null };
}
