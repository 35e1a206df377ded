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
import { nodeAt } from '../../../../../src-server/json-schema/node-path';
import { sameNode } from '../../../../../src-server/json-schema/same-json';
import { type EditOutcome, edited, GONE, locate, nameOf, replaced } from './edit-outcome';
import { movedReferences } from './references';
import { hasPlaces } from './schema-node';

/** Sets a keyword of a schema in place, or removes it if null. Everything else stays unchanged. */
export function setKeyword(root: JsonNode, path: Path, keyword: string, value: JsonNode | null): EditOutcome {
  const row = locate(root, path);
  if (!row) return GONE;
  const { json, object } = row.schema;
  if (json.kind !== 'object' && value === null) return edited(root, `Clear ${keyword}`, path);
  const next = value === null ? withoutKeys(object, keyword) : withKey(object, keyword, value);
  const label = `${value === null ? 'Clear' : 'Set'} ${keyword} of ${nameOf(row)}`;
  return edited(next === json ? root : replaced(root, path, next), label, path);
}

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

/**
 * Describes the items of an array in the other way: one schema for `each`, or one for each of its `places`. One schema for
 * all becomes that of the first place; if there are several places, each item may then match any of their schemas.
 */
export function setItemsKind(root: JsonNode, path: Path, kind: 'each' | 'places'): EditOutcome {
  const row = locate(root, path);
  if (row?.schema.json.kind !== 'object') return GONE;
  const { schema } = row;
  const label = `Use ${kind === 'each' ? 'one schema for all items' : 'one schema per position'} of ${nameOf(row)}`;
  if (hasPlaces(schema) === (kind === 'places')) return edited(root, label, path);
  const at = [...path, 'items'];
  const items = schema.get('items');
  if (kind === 'places') {
    const first =
      items?.kind === 'object' ? items : objectNode([{ key: 'type', value: fromValue('string') }]);
    const next = replaced(root, path, withKey(schema.object, 'items', arrayNode([first])));
    return edited(movedReferences(next, at, [...at, '0']), label, path);
  }
  const places = schema.list('items');
  const further = schema.get('additionalItems');
  const all = further?.kind === 'object' ? [...places, further] : places;
  const kept = all.filter((node, index) => all.findIndex((other) => sameNode(node, other)) === index);
  const [only] = kept;
  const value =
    kept.length === 1 && only
      ? only
      : objectNode(kept.length ? [{ key: 'anyOf', value: arrayNode(kept) }] : []);
  let next = replaced(root, path, withoutKeys(withKey(schema.object, 'items', value), 'additionalItems'));
  for (const [index, node] of all.entries()) {
    const from = index < places.length ? [...at, String(index)] : [...path, 'additionalItems'];
    const place = kept.findIndex((other) => sameNode(node, other));
    next = movedReferences(next, from, kept.length === 1 ? at : [...at, 'anyOf', String(place)]);
  }
  const dropped = further && further.kind !== 'object' ? ['additionalItems'] : [];
  return { ...edited(next, label, path), dropped };
}
