import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EventTypePatch } from '../../../../../src-server/contract/event-type';
import type { PreviewType } from '../../../../shared/preview-frames/visible-types';
import { toast } from '../../../../ui/toast-store';
import { useInstance } from '../../../platform/instance';
import type { FlagEdits } from './flag-edits';

/** Writes tried-out flags to the instance, one event type at a time, and offers to undo all of it. */
export function useApplyEdits(types: readonly PreviewType[], onApplied: (names: readonly string[]) => void) {
  const { id, catalog: api } = useInstance();
  const client = useQueryClient();
  const write = async (edits: FlagEdits, onWritten: (name: string) => void) => {
    try {
      for (const [name, flags] of Object.entries(edits)) {
        const patch: EventTypePatch = { featureFlags: flags.length > 0 ? [...flags] : null };
        await api.call('PATCH /event-type/{name}', { path: { name }, body: patch });
        onWritten(name);
      }
    } finally {
      await client.invalidateQueries({ queryKey: [id, 'catalog'] });
    }
  };
  return useMutation({
    async mutationFn(edits: FlagEdits) {
      const before = new Map(types.map((type) => [type.name, type.featureFlags ?? []]));
      const written: string[] = [];
      try {
        await write(edits, (name) => written.push(name));
      } finally {
        onApplied(written);
        if (written.length > 0) {
          const back = Object.fromEntries(written.map((name) => [name, before.get(name) ?? []]));
          const label =
            written.length === 1 ? `the flags of ${written[0]}` : `the flags of ${written.length} types`;
          toast(`Changed ${label}`, () => write(back, () => {}));
        }
      }
    },
  });
}
