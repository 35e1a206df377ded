import { useQueryClient } from '@tanstack/react-query';
import type { EventTypeOut } from '../../../../../src-server/contract/event-type';
import { stringifyOrdered } from '../../../../../src-server/json-schema/ordered-json';
import { parseJson } from '../../../../../src-server/json-schema/parse-json';
import { isObject } from '../../../../../src-server/json-schema/plain-json';
import { printJson } from '../../../../../src-server/json-schema/print-json';
import { ApiFailure } from '../../../../api/api-failure';
import type { FormFields } from '../../../../shared/forms/patch-of';
import { useSaveChanges } from '../../../../shared/forms/use-save-changes';
import { schemaOf } from '../../../data/use-catalog';
import { bodyWithSchema, readServedSchema } from '../../../data/use-schema-text';
import { withExample } from '../../../parts/with-example';
import { useInstance } from '../../../platform/instance';
import type { CatalogApi } from '../../../platform/working-copy/catalog-api';

const ATTEMPTS_MAX = 4;

/** The author's example as JSON text; null: there is none, and one is generated. */
interface ExampleFields {
  readonly example: string | null;
}

const FIELDS: FormFields<ExampleFields> = { example: { label: 'Example', members: ['example'] } };

/** Saves the author's example, unless somebody else has changed it since the form was opened: then the reader decides. */
export function useSaveExample(name: string) {
  const { id, catalog: api } = useInstance();
  const client = useQueryClient();
  const thing = {
    fields: FIELDS,
    read: async () => {
      const type = await api.call('GET /event-type/{name}', { path: { name } });
      return { value: { example: ownExample(type) }, tag: null };
    },
    write: ({ example = null }: Partial<ExampleFields>) => saveExample(api, name, example),
  };
  return useSaveChanges<ExampleFields>(thing, () => client.invalidateQueries({ queryKey: [id, 'catalog'] }));
}

/** What the author wrote; null: nothing. */
export function ownExample(type: Pick<EventTypeOut, 'schemas'>): string | null {
  const schema = schemaOf(type);
  if (!isObject(schema)) return null;
  const { examples, example } = schema;
  const own = Array.isArray(examples) ? examples[0] : example;
  return own === undefined ? null : stringifyOrdered(own, 2);
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
    if (root.kind !== 'object')
      throw new ApiFailure(0, 'page_fault', 'Only a schema object can have an example.');
    try {
      await api.callText(
        'PATCH /event-type/{name}',
        { path: { name }, bodyText: bodyWithSchema(printJson(withExample(root, node ?? null))) },
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
