import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../../../api/api-failure';
import { bodyWithSchema, schemaInAnswer } from '../../../shared/schema-edit/schema-in-answer';
import { toast } from '../../../ui/toast-store';
import { readServedSchema, type ServedSchema, servedSchemaKey } from '../../data/use-schema-text';
import { draftOf, rebaseDraft } from '../../parts/schema-drafts/schema-drafts';
import { useInstance } from '../../platform/instance';
import type { CatalogApi } from '../../platform/working-copy/catalog-api';

/** Somebody may change the description while a schema is saved; this many times in a row is something else. */
const ATTEMPTS_MAX = 4;

/**
 * Saves the document as the current schema. If somebody else changed it meanwhile, nothing is written, the cache is
 * updated, and the screen says so.
 */
export function useSaveSchema(name: string, key: string) {
  const { id, catalog: api } = useInstance();
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
 * Replaces the schema that was read. A change to any other part of the event type does no harm: it is read again, and
 * written under its current tag.
 * @param served what was read, verbatim; null: there was no schema
 * @throws ApiFailure if the instance refuses it
 */
export async function saveSchema(
  api: CatalogApi,
  name: string,
  text: string,
  served: string | null,
): Promise<{ readonly isSaved: boolean; readonly now: ServedSchema }> {
  for (let attempt = 1; ; attempt += 1) {
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
      if (!isOutdated || attempt === ATTEMPTS_MAX) throw cause;
    }
  }
}
