import type { EventTypeOut } from '../../../src-server/contract/event-type';
import { toast } from '../../ui/toast-store';
import { useInstance } from '../frame/instance';
import type { usePatchEventType } from './use-catalog';
import { readReach } from './use-history';

/**
 * Archives an event type or brings it back, says who still receives it, and offers to undo that. A failure is
 * `patch.error`.
 */
export function useArchive(type: EventTypeOut, patch: ReturnType<typeof usePatchEventType>) {
  const { api } = useInstance();
  const { name, archived } = type;
  const toggle = () =>
    void patch.mutateAsync({ archived: !archived }).then(
      async () => {
        const reach = archived ? '' : await readReach(api, name);
        const done = archived ? `Brought back ${name}` : `Archived ${name}`;
        toast(reach ? `${done}. ${reach}` : done, () => patch.mutateAsync({ archived }));
      },
      () => undefined, // shown where the button is
    );
  return { toggle };
}
