import { useMemo, useState } from 'react';
import { groupEventTypes } from '../../../../shared/event-types/group-event-types';
import { typeOfPath } from '../../../../shared/preview-frames/mirror';
import type { PlannedFrame } from '../../../../shared/preview-frames/planned-frame';
import { type PreviewType, sees } from '../../../../shared/preview-frames/visible-types';
import { useCommand } from '../../../platform/commands/command-store';
import { type Difference, type DifferenceMapProps, nextDifference } from '../difference-map';

interface DifferenceParts {
  /** Those that a frame shows. */
  readonly types: readonly PreviewType[];
  readonly frames: readonly PlannedFrame[];
  /** The page of the portal. */
  readonly page: string;
  readonly onPage: (page: string) => void;
  /** Scrolls the lists to an event type. */
  readonly show: (name: string) => void;
}

/** The event types that only some frames show, and the way from one to the next, in the list or page by page. */
export function useDifferences({ types, frames, page, onPage, show }: DifferenceParts): DifferenceMapProps {
  const [shown, setShown] = useState<string | null>(null);
  const isList = page === '/catalog';
  const opened = typeOfPath(page);
  const isThere = isList || opened !== null;
  const differences = useMemo(() => (isThere ? differencesOf(types, frames) : []), [isThere, types, frames]);
  const current = opened ?? shown;
  const go = (name: string) => {
    setShown(name);
    if (isList) show(name);
    else onPage(`/catalog/${encodeURIComponent(name)}`);
  };
  const step = (by: 1 | -1) => () => {
    const next = nextDifference(differences, current, by);
    if (next) go(next.name);
  };
  useCommand('next-problem', isThere ? step(1) : null, 'Next difference', true);
  useCommand('previous-problem', isThere ? step(-1) : null, 'Previous difference', true);
  return { differences, current, onShow: go };
}

/** In the order of the list. */
function differencesOf(
  types: readonly PreviewType[],
  frames: readonly PlannedFrame[],
): readonly Difference[] {
  const order = groupEventTypes(types).flatMap(({ eventTypes }) => eventTypes);
  return order.flatMap((type, index) =>
    frames.every(({ set }) => sees(type, set))
      ? []
      : [{ name: type.name, at: index / order.length, flag: type.featureFlags?.[0] ?? '' }],
  );
}
