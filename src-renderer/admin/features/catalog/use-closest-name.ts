import { useEffect, useState } from 'react';
import type { ListedEventType } from '../../../../src-server/contract/event-type-summary';
import { inSlices } from '../../platform/in-slices';
import { closestNameSteps } from './closest-name';

/** A user who is still typing wants no suggestion, in milliseconds. */
const PAUSE_MS = 200;

/** The name that was probably meant by a search without results, a moment after it was typed; null until then. */
export function useClosestName(search: string, types: readonly ListedEventType[] | undefined): string | null {
  const [near, setNear] = useState<{ readonly search: string; readonly name: string | null } | null>(null);
  useEffect(() => {
    if (!types || search === '') return;
    const stop = new AbortController();
    const names = () => types.map(({ name }) => name);
    const timer = setTimeout(() => {
      void inSlices(closestNameSteps(search, names()), stop.signal).then((name) => {
        if (name !== undefined) setNear({ search, name });
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [search, types]);
  return near?.search === search ? near.name : null;
}
