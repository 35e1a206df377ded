import {
  arrayNode,
  get,
  type JsonNode,
  type ObjectNode,
  withKey,
  withoutKeys,
} from '../../../src-server/json-schema/json-node';

/** A schema with the author's example: the first of `examples`, in place of the one before. Null removes all of them. */
export function withExample(schema: ObjectNode, example: JsonNode | null): ObjectNode {
  // `example` is an older spelling of the same keyword.
  const bare = withoutKeys(schema, 'example');
  if (!example) return withoutKeys(bare, 'examples');
  const examples = get(bare, 'examples');
  const others = examples?.kind === 'array' ? examples.items.slice(1) : [];
  return withKey(bare, 'examples', arrayNode([example, ...others]));
}
