import { useState } from 'react';
import type { SchemaDocument } from '../draft/use-schema-draft';
import type { SchemaNode } from '../model/schema-node';

/**
 * Whether a field for a keyword is shown because the schema has it. A field stays while its row has the focus, even if
 * it was emptied: the next key stroke belongs to it.
 */
export function useHasKeyword({ draft }: SchemaDocument, schema: SchemaNode): (keyword: string) => boolean {
  const [first] = useState(schema);
  return (keyword) =>
    schema.has(keyword) ||
    first.has(keyword) ||
    draft.unfinished.some(({ pointer, field }) => pointer === draft.focus && field === keyword);
}
