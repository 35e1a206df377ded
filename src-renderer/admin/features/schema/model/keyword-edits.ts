import {
  arrayNode,
  fromValue,
  get,
  type JsonNode,
  objectNode,
  withKey,
  withoutKeys,
} from '../../../../../src-server/json-schema/json-node';
import type { Path } from '../../../../../src-server/json-schema/json-pointer';
import { changeAt, nodeAt } from '../../../../../src-server/json-schema/node-path';
import { sameNode } from '../../../../../src-server/json-schema/same-json';
import { type EditOutcome, edited, locate, nameOf, refused } from './edit-outcome';
import { movedReferences } from './references';

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

/** `each`: one schema for all items. `places`: a schema for the first, one for the second, and so on. */
type ItemsKind = 'each' | 'places';

/** How the items of an array are described. */
export function itemsKindOf(schema: JsonNode): ItemsKind {
  return get(schema, 'items')?.kind === 'array' ? 'places' : 'each';
}

/**
 * Describes the items of an array in the other way. One schema for all becomes the schema of the first place; if there
 * are several places, each item may then match any of their schemas.
 */
export function setItemsKind(root: JsonNode, path: Path, kind: ItemsKind): EditOutcome {
  const row = locate(root, path);
  if (row?.node.kind !== 'object') return refused('This row no longer exists.');
  const items = get(row.node, 'items');
  const label = `Use ${kind === 'each' ? 'one schema for all items' : 'one schema per position'} of ${nameOf(row)}`;
  if (itemsKindOf(row.node) === kind) return edited(root, label, path);
  const at = [...path, 'items'];
  if (items?.kind !== 'array') {
    const first =
      items?.kind === 'object' ? items : objectNode([{ key: 'type', value: fromValue('string') }]);
    const next = changeAt(root, path, () => withKey(objectOf(row.node), 'items', arrayNode([first])));
    return edited(movedReferences(next, at, [...at, '0']), label, path);
  }
  const further = get(row.node, 'additionalItems');
  const all = further?.kind === 'object' ? [...items.items, further] : items.items;
  const kept = all.filter((one, index) => all.findIndex((other) => sameNode(one, other)) === index);
  const [only] = kept;
  const value =
    kept.length === 1 && only
      ? only
      : objectNode(kept.length ? [{ key: 'anyOf', value: arrayNode(kept) }] : []);
  const bare = withoutKeys(withKey(objectOf(row.node), 'items', value), 'additionalItems');
  let next = changeAt(root, path, () => bare);
  for (const [index, one] of all.entries()) {
    const from = index < items.items.length ? [...at, String(index)] : [...path, 'additionalItems'];
    const place = kept.findIndex((other) => sameNode(one, other));
    next = movedReferences(next, from, kept.length === 1 ? at : [...at, 'anyOf', String(place)]);
  }
  const dropped = further && further.kind !== 'object' ? ['additionalItems'] : [];
  return { ...edited(next, label, path), dropped };
}

function objectOf(node: JsonNode) {
  return node.kind === 'object' ? node : objectNode([]);
}
