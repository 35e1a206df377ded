import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EventTypeOut } from '../../../src-server/contract/event-type';
import { toast } from '../../ui/toast-store';
import { useInstance } from '../frame/instance';
import { rebaseDraft } from './schema-drafts';
import { type SchemaDocument, textOfSchema } from './use-schema-draft';

/**
 * Saves the document as the current schema. What the instance has is read first: when somebody else changed it
 * meanwhile, nothing is written, the cache learns of it, and the screen says so.
 */
export function useSaveSchema(name: string, document: SchemaDocument | null) {
  const { id, api } = useInstance();
  const client = useQueryClient();
  const path = `/event-type/${encodeURIComponent(name)}`;
  return useMutation({
    mutationFn: async ({ text, base }: { readonly text: string; readonly base: string | null }) => {
      const now = await api.get<EventTypeOut>(path);
      if (textOfSchema(now) !== base) {
        client.setQueryData([id, 'catalog', 'type', name], now);
        return null;
      }
      // Other versions of the schema are not ours to touch.
      return api.patch<EventTypeOut>(path, { schemas: { ...now.schemas, '1': JSON.parse(text) } });
    },
    onSuccess: (saved, { text }) => {
      if (!saved) return;
      client.setQueryData([id, 'catalog', 'type', name], saved);
      if (document) rebaseDraft(document.key, textOfSchema(saved) ?? text);
      toast(`Saved the schema of ${name}`);
      void client.invalidateQueries({ queryKey: [id, 'catalog'] });
    },
  });
}
