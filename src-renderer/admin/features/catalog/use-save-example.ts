import { parseJson } from '../../../../src-server/json-schema/parse-json';
import { printJson } from '../../../../src-server/json-schema/print-json';
import { ApiFailure } from '../../../api/api-failure';
import { setExample } from '../../../shared/schema-edit/example-edits';
import { bodyWithSchema } from '../../../shared/schema-edit/schema-in-answer';
import { useRefreshingMutation } from '../../data/use-refreshing-mutation';
import { readServedSchema } from '../../data/use-schema-text';
import { useInstance } from '../../platform/instance';
import type { CatalogApi } from '../../platform/working-copy/catalog-api';

const ATTEMPTS_MAX = 4;

/** Saves the author's example, as JSON text; null restores the generated one. */
export function useSaveExample(name: string) {
  const { id, catalog: api } = useInstance();
  return useRefreshingMutation([id, 'catalog'], (example: string | null) => saveExample(api, name, example));
}

/**
 * Inserts an example into the current schema, and nothing else: concurrent changes by others stay.
 * @throws ApiFailure if the instance refuses it
 */
export async function saveExample(api: CatalogApi, name: string, example: string | null): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { schema, tag } = await readServedSchema(api, name);
    const [root, node] = [schema, example].map((text) => (text === null ? null : readNode(text)));
    if (!root) throw new ApiFailure(404, 'not_found', 'The schema that held the example no longer exists.');
    const made = setExample(root, node ?? null);
    if (!made.ok) throw new ApiFailure(0, 'page_fault', made.reason);
    try {
      await api.callText(
        'PATCH /event-type/{name}',
        { path: { name }, bodyText: bodyWithSchema(printJson(made.root)) },
        { ifMatch: tag },
      );
      return;
    } catch (cause) {
      const isOutdated = cause instanceof ApiFailure && cause.status === 412;
      if (!isOutdated || attempt === ATTEMPTS_MAX) throw cause;
    }
  }
}

function readNode(text: string) {
  const parsed = parseJson(text);
  if (parsed.ok) return parsed.node;
  throw new ApiFailure(0, 'page_fault', `The JSON cannot be read: ${parsed.fault.label}.`);
}
