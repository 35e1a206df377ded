import { useMutation, useQueryClient } from '@tanstack/react-query';
import { saveChanges } from '../../../../shared/forms/save-changes';
import { undoAll } from '../../../../shared/forms/undo-all';
import { undoChange } from '../../../../shared/forms/undo-change';
import type { PreviewType } from '../../../../shared/preview-frames/visible-types';
import { toast } from '../../../../ui/toast-store';
import { type EventTypeFields, editedEventType } from '../../../data/edited-event-type';
import { useInstance } from '../../../platform/instance';
import type { FlagEdits } from './flag-edits';

/** Writes tried-out flags to the instance, one event type at a time, and offers to undo all of it. */
export function useApplyEdits(types: readonly PreviewType[], onApplied: (names: readonly string[]) => void) {
  const { id, catalog: api } = useInstance();
  const client = useQueryClient();
  const save = (name: string) => (change: Record<'opened' | 'mine', EventTypeFields>) =>
    saveChanges<EventTypeFields>(editedEventType(api, name), change);
  const refresh = () => client.invalidateQueries({ queryKey: [id, 'catalog'] });
  return useMutation({
    async mutationFn(edits: FlagEdits) {
      const before = new Map(types.map((type) => [type.name, flagsOf(type.featureFlags ?? [])]));
      const written: (readonly [name: string, before: EventTypeFields, after: EventTypeFields])[] = [];
      try {
        for (const [name, flags] of Object.entries(edits)) {
          const [opened, mine] = [before.get(name) ?? flagsOf([]), flagsOf(flags)];
          await save(name)({ opened, mine });
          written.push([name, opened, mine]);
        }
      } finally {
        await refresh();
        onApplied(written.map(([name]) => name));
        if (written.length > 0) {
          const [first] = written;
          const label =
            written.length === 1 ? `the flags of ${first?.[0]}` : `the flags of ${written.length} types`;
          toast(`Changed ${label}`, async () => {
            const undo = written.map(
              ([name, was, is]) =>
                () =>
                  undoChange(save(name), { before: was, after: is }),
            );
            await undoAll(undo).finally(refresh);
          });
        }
      }
    },
  });
}

function flagsOf(flags: readonly string[]): EventTypeFields {
  return { featureFlags: flags.length > 0 ? [...flags] : null };
}
