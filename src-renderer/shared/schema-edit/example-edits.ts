import {
  arrayNode,
  get,
  type JsonNode,
  withKey,
  withoutKeys,
} from '../../../src-server/json-schema/json-node';
import { type EditOutcome, edited, refused } from './edit-outcome';

/** Sets the author's example: the first of `examples`, replacing the previous one. Null removes all of them. */
export function setExample(root: JsonNode, example: JsonNode | null): EditOutcome {
  if (root.kind !== 'object') return refused('Only a schema object can have an example.');
  // `example` is an older spelling of the same keyword.
  const bare = withoutKeys(root, 'example');
  if (!example) return edited(withoutKeys(bare, 'examples'), 'Clear the example', []);
  const examples = get(bare, 'examples');
  const others = examples?.kind === 'array' ? examples.items.slice(1) : [];
  return edited(withKey(bare, 'examples', arrayNode([example, ...others])), 'Set the example', []);
}
