import {
  get,
  type JsonNode,
  objectNode,
  withKey,
  withoutKeys,
} from '../../../../../src-server/json-schema/json-node';
import type { Path } from '../../../../../src-server/json-schema/json-pointer';
import { changeAt, nodeAt } from '../../../../../src-server/json-schema/node-path';
import { type EditOutcome, edited, locate, nameOf, refused } from './edit-outcome';

/**
 * Sets whether others than the named ones are allowed: null: they are; a value: `false`, or the schema that they must
 * fit. A schema that is replaced is named.
 */
export function setOthers(root: JsonNode, path: Path, keyword: string, value: JsonNode | null): EditOutcome {
  const before = get(nodeAt(root, path), keyword);
  const outcome = setKeyword(root, path, keyword, value);
  return outcome.ok && before?.kind === 'object' && before.members.length > 0
    ? { ...outcome, dropped: [`the schema in ${keyword}`] }
    : outcome;
}

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
