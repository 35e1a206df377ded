import type { EventTypeFields } from '../../contract/event-type-export';
import { schemaFieldNames } from '../../json-schema/schema-field-names';

/** JSON text of EventTypeFields: each name once, however many event types have it. */
export function fieldsExport(
  types: readonly { readonly name: string; readonly schema: string | null }[],
): string {
  /** The rows of event types that have a field. */
  const places = new Map<string, number[]>();
  for (const [index, { schema }] of types.entries()) {
    for (const field of schema === null ? [] : schemaFieldNames(JSON.parse(schema))) {
      const at = places.get(field);
      if (at === undefined) places.set(field, [index, index]);
      else if (at.at(-1) === index - 1) at[at.length - 1] = index;
      else at.push(index, index);
    }
  }
  const same = new Map<string, string[]>();
  for (const [field, at] of places) {
    const key = JSON.stringify(at);
    same.set(key, [...(same.get(key) ?? []), field]);
  }
  const made: EventTypeFields = {
    types: types.map(({ name }) => name),
    fields: [...same].map(([at, names]) => ({ names, at: JSON.parse(at) })),
  };
  return JSON.stringify(made);
}
