import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../../../api/api-client';
import { ApiFailure } from '../../../api/api-failure';
import { bodyWithSchema, schemaInAnswer } from '../../../shared/schema-edit/schema-in-answer';
import { toast } from '../../../ui/toast-store';
import { readServedSchema, type ServedSchema, servedSchemaKey } from '../../data/use-schema-text';
import { draftOf, rebaseDraft } from '../../parts/schema-drafts/schema-drafts';
import { useInstance } from '../../platform/instance';

/** Somebody may change the description while a schema is saved; so often in a row is something else. */
const TRIES_MAX = 4;

/**
 * Saves the document as the current schema. When somebody else changed it meanwhile, nothing is written, the cache
 * learns of it, and the screen says so.
 */
export function useSaveSchema(name: string, key: string) {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => saveSchema(api, name, text, draftOf(key)?.served ?? null),
    onSuccess: ({ isSaved, now }, text) => {
      client.setQueryData(servedSchemaKey(id, name), now);
      if (!isSaved) return;
      rebaseDraft(key, text, now.schema);
      toast(`Saved the schema of ${name}`);
      void client.invalidateQueries({ queryKey: [id, 'catalog'] });
    },
  });
}

/**
 * Writes a schema in the place of the one that was read. A change of anything else about the event type is no
 * hindrance: then it is read again, and written under the tag it has now.
 * @param served what was read, word by word; null: there was no schema
 * @throws ApiFailure as the instance refuses it
 */
export async function saveSchema(
  api: ApiClient,
  name: string,
  text: string,
  served: string | null,
): Promise<{ readonly isSaved: boolean; readonly now: ServedSchema }> {
  for (let tries = 1; ; tries += 1) {
    const now = await readServedSchema(api, name);
    if (now.schema !== served) return { isSaved: false, now };
    try {
      const answer = await api.callText(
        'PATCH /event-type/{name}',
        { path: { name }, bodyText: bodyWithSchema(text) },
        { ifMatch: now.tag },
      );
      return { isSaved: true, now: { schema: schemaInAnswer(answer.text), tag: answer.tag } };
    } catch (cause) {
      const isOutdated = cause instanceof ApiFailure && cause.status === 412;
      if (!isOutdated || tries === TRIES_MAX) throw cause;
    }
  }
}
