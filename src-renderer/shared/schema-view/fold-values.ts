import type { SchemaNote } from '../../../src-server/json-schema/schema-labels';

/** A longer list of values is folded after the first few. */
const VALUES_SHOWN_MAX = 12;
const VALUES_OF_LONG_LIST = 8;

/** A list that is hardly longer than what would be shown of it is shown. */
export function foldValues({ values }: SchemaNote) {
  const at = values.length <= VALUES_SHOWN_MAX ? values.length : VALUES_OF_LONG_LIST;
  return { shown: values.slice(0, at), folded: values.slice(at) };
}
