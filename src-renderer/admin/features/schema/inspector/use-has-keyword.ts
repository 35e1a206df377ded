import { useState } from 'react';
import { get, type JsonNode } from '../../../../../src-server/json-schema/json-node';
import type { SchemaDocument } from '../draft/use-schema-draft';

/**
 * Whether a field for a keyword is shown because the schema has it. A field stays while its row has the focus, even if
 * it was emptied: the next key stroke belongs to it.
 */
export function useHasKeyword({ draft }: SchemaDocument, schema: JsonNode): (keyword: string) => boolean {
  const [first] = useState(schema);
  return (keyword) =>
    get(schema, keyword) !== undefined ||
    get(first, keyword) !== undefined ||
    draft.unfinished.some(({ pointer, field }) => pointer === draft.focus && field === keyword);
}
