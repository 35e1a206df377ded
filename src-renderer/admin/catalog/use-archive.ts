import type { EventTypeOut } from '../../../src-server/contract/event-type';
import { toast } from '../../ui/toast-store';
import type { usePatchEventType } from './use-catalog';

/** Archives an event type or brings it back, and offers to undo that. A failure is `patch.error`. */
export function useArchive(type: EventTypeOut, patch: ReturnType<typeof usePatchEventType>) {
  const { name, archived } = type;
  const toggle = () =>
    void patch.mutateAsync({ archived: !archived }).then(
      () =>
        toast(archived ? `Brought back ${name}` : `Archived ${name}`, () => patch.mutateAsync({ archived })),
      () => undefined, // shown where the button is
    );
  return { toggle };
}
