import { type JsonNode, objectNode, withKey, withoutKeys } from '../../../src-server/json-schema/json-node';
import type { Path } from '../../../src-server/json-schema/json-pointer';
import { changeAt } from '../../../src-server/json-schema/node-path';
import { type EditOutcome, edited, locate, nameOf, refused } from './edit-outcome';

/** Sets a keyword of a schema in place, or removes it if null. Everything else stays unchanged. */
export function setKeyword(root: JsonNode, path: Path, keyword: string, value: JsonNode | null): EditOutcome {
  const row = locate(root, path);
  if (!row) return refused('This row no longer exists.');
  if (row.node.kind !== 'object' && value === null) return edited(root, `Clear ${keyword}`, path);
  const schema = row.node.kind === 'object' ? row.node : objectNode([]);
  const next = value === null ? withoutKeys(schema, keyword) : withKey(schema, keyword, value);
  const label = value === null ? `Clear ${keyword} of ${nameOf(row)}` : `Set ${keyword} of ${nameOf(row)}`;
  return edited(next === row.node ? root : changeAt(root, path, () => next), label, path);
}
