import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../../../../api/api-failure';
import { toast } from '../../../../ui/toast-store';
import {
  bodyWithSchema,
  readServedSchema,
  type ServedSchema,
  schemaInResponse,
  servedSchemaKey,
} from '../../../data/use-schema-text';
import { draftOf, isDirty, rebaseDraft } from '../../../parts/schema-drafts/schema-drafts';
import { useInstance } from '../../../platform/instance';
import type { CatalogApi } from '../../../platform/working-copy/catalog-api';
import { isSameDocument } from './is-same-document';

/** A text of the document, to be saved. */
export interface SchemaToSave {
  readonly text: string;
  /** False: nobody is told of the change. Absent: they are. */
  readonly announce?: boolean;
}

/** Somebody may change the description while a schema is saved; this many times in a row is something else. */
const ATTEMPTS_MAX = 4;

/**
 * Saves a text of the document as the current schema; a second one waits for the first. If somebody else changed it
 * meanwhile, nothing is written, the cache is updated, and the screen says so.
 */
export function useSaveSchema(name: string, key: string) {
  const { id, catalog: api } = useInstance();
  const client = useQueryClient();
  const mutationKey = ['save-schema', key];
  const { mutate, error, variables } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: (wish: SchemaToSave) => saveSchema(api, name, wish, draftOf(key)?.served ?? null),
    onSuccess: ({ isSaved, now }, { text }) => {
      client.setQueryData(servedSchemaKey(id, name), now);
      if (isSaved) tellSaved(name, key, text, now.schema);
      void client.invalidateQueries({ queryKey: [id, 'catalog'] });
    },
  });
  // Also one that was started before this screen was opened again.
  const isSaving = useIsMutating({ mutationKey }) > 0;
  return { save: mutate, error, isSaving, saving: isSaving ? variables?.text : undefined };
}

/**
 * Says "saved" only of what the instance has now.
 * @param sent the saved text
 * @param stored what the instance answered
 */
function tellSaved(name: string, key: string, sent: string, stored: string | null): void {
  if (!isSameDocument(stored, sent)) {
    rebaseDraft(key, stored);
    toast(`The instance stored another schema of ${name} than was sent. Compare before you save again`);
    return;
  }
  rebaseDraft(key, sent, stored);
  const draft = draftOf(key);
  const isNewer = draft !== undefined && isDirty(draft);
  toast(isNewer ? `Saved the schema of ${name} without your newest changes` : `Saved the schema of ${name}`);
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
  { text, announce = true }: SchemaToSave,
  served: string | null,
): Promise<{ readonly isSaved: boolean; readonly now: ServedSchema }> {
  for (let attempt = 1; ; attempt += 1) {
    const now = await readServedSchema(api, name);
    if (now.schema !== served) return { isSaved: false, now };
    try {
      const response = await api.callText(
        'PATCH /event-type/{name}',
        { path: { name }, bodyText: bodyWithSchema(text), ...(!announce && { query: { announce } }) },
        { ifMatch: now.tag },
      );
      return { isSaved: true, now: { schema: schemaInResponse(response.text), tag: response.tag } };
    } catch (cause) {
      const isOutdated = cause instanceof ApiFailure && cause.status === 412;
      if (!isOutdated || attempt === ATTEMPTS_MAX) throw cause;
    }
  }
}
