import { useCallback, useMemo } from 'react';
import { useEventTypes } from './use-event-types';

/** Whether the catalog of this link has an event type; true while that is not known. */
export function useIsListed(): (name: string) => boolean {
  const { data } = useEventTypes();
  const names = useMemo(() => data && new Set(data.map(({ name }) => name)), [data]);
  return useCallback((name: string) => names?.has(name) ?? true, [names]);
}
