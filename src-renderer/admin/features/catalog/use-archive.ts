import type { EventTypeOut } from '../../../../src-server/contract/event-type';
import { whenDone } from '../../../api/when-done';
import { undoChange } from '../../../shared/forms/undo-change';
import { toast } from '../../../ui/toast-store';
import type { useEditEventType } from '../../data/use-catalog';
import { useInstance } from '../../platform/instance';
import { readReach } from './use-history';

/**
 * Archives or unarchives an event type, says who still receives it, and offers to undo that. A failure is in
 * `patch.error`.
 */
export function useArchive(type: EventTypeOut, patch: ReturnType<typeof useEditEventType>) {
  const { api, isCopy } = useInstance();
  const { name, archived } = type;
  const [before, after] = [{ archived }, { archived: !archived }];
  const toggle = () =>
    whenDone(patch.save({ opened: before, mine: after }), async () => {
      // A working copy delivers nothing, and the instance may be offline.
      const reach = archived || isCopy ? '' : await readReach(api, name);
      const done = archived ? `Unarchived ${name}` : `Archived ${name}`;
      toast(
        reach ? `${done}. ${reach}` : done,
        () => undoChange(patch.save, { before, after }),
        `whether ${name} is archived`,
      );
    });
  return { toggle };
}
