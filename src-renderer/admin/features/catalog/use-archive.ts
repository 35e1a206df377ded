import type { EventTypeOut } from '../../../../src-server/contract/event-type';
import { whenDone } from '../../../api/when-done';
import { toast } from '../../../ui/toast-store';
import type { usePatchEventType } from '../../data/use-catalog';
import { useInstance } from '../../platform/instance';
import { readReach } from './use-history';

/**
 * Archives or unarchives an event type, says who still receives it, and offers to undo that. A failure is in
 * `patch.error`.
 */
export function useArchive(type: EventTypeOut, patch: ReturnType<typeof usePatchEventType>) {
  const { api, isCopy } = useInstance();
  const { name, archived } = type;
  const toggle = () =>
    whenDone(patch.mutateAsync({ archived: !archived }), async () => {
      // A working copy delivers nothing, and the instance may be offline.
      const reach = archived || isCopy ? '' : await readReach(api, name);
      const done = archived ? `Unarchived ${name}` : `Archived ${name}`;
      toast(reach ? `${done}. ${reach}` : done, () => patch.mutateAsync({ archived }));
    });
  return { toggle };
}
