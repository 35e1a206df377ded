import { rawItems, rawMember } from '../../json-schema/raw-json-text';

/**
 * The examples of the whole event that the author of a schema wrote, as written; the first is the one to show. Nothing
 * is generated.
 * @param schema JSON text
 */
export function authorsExamples(schema: string): readonly string[] {
  if (!schema.startsWith('{')) return [];
  const list = rawMember(schema, 'examples');
  const items = list?.startsWith('[') ? rawItems(list) : [];
  if (items.length > 0) return items;
  const single = ['example', 'default', 'const']
    .map((keyword) => rawMember(schema, keyword))
    .find((text) => text !== undefined);
  return single === undefined ? [] : [single];
}
