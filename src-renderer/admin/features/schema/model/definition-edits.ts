import {
  fromValue,
  get,
  type JsonNode,
  objectNode,
  textOf,
  withKey,
} from '../../../../../src-server/json-schema/json-node';
import { type Path, toPointer } from '../../../../../src-server/json-schema/json-pointer';
import { changeAt } from '../../../../../src-server/json-schema/node-path';
import { capitalize } from '../../../../ui/capitalize';
import { type EditOutcome, edited, locate, nameOf, refused } from './edit-outcome';
import { freeKey } from './field-edits';
import { movedReferences, refPath, refTarget, refTo } from './references';
import { nullableReference } from './schema-places';
import { typeOf } from './schema-type';

const GONE = refused('This row no longer exists.');

/** Moves a schema to a definition and leaves a reference in its place. */
export function extractDefinition(root: JsonNode, path: Path): EditOutcome {
  const row = locate(root, path);
  if (!row || root.kind !== 'object') return GONE;
  if (row.place.kind === 'root') return refused('The whole event cannot be extracted.');
  if (row.place.kind === 'definition') return refused(`${nameOf(row)} is already a definition.`);
  if (typeOf(row.node).choice === 'reference') return refused(`${nameOf(row)} is already a reference.`);
  const keyword = get(root, '$defs') && !get(root, 'definitions') ? '$defs' : 'definitions';
  const map = get(root, keyword);
  const definitions = map?.kind === 'object' ? map : objectNode([]);
  const name = freeKey(definitions, definitionName(row.place.kind === 'property' ? row.place.label : ''));
  const to = [keyword, name];
  const reference = objectNode([{ key: '$ref', value: fromValue(refTo(to)) }]);
  // References into the schema now point to its new place; the definition itself is added after that.
  let next = changeAt(root, path, () => reference);
  next = movedReferences(next, path, to);
  const body = movedReferences(row.node, path, to);
  const grown = objectNode([...definitions.members, { key: name, value: body }]);
  if (next.kind === 'object') next = withKey(next, keyword, grownWith(next, keyword, grown));
  return edited(next, `Extract ${nameOf(row)} to the definition ${name}`, path);
}

/** Replaces a reference with a copy of its target. The definition stays: others may refer to it. */
export function inlineReference(root: JsonNode, path: Path): EditOutcome {
  const row = locate(root, path);
  if (row?.node.kind !== 'object') return GONE;
  const { ref, nullable } = typeOf(row.node);
  if (ref === null) return refused(`${nameOf(row)} is not a reference.`);
  const target = refTarget(root, ref);
  if (!target) return refused(`The reference ${ref} has no target in this document.`);
  const from = refPath(ref);
  if (from && toPointer(path).startsWith(toPointer(from))) {
    return refused(`${nameOf(row)} refers to itself, so it cannot be inlined.`);
  }
  const description = textOf(row.node, 'description');
  const own =
    target.kind === 'object' ? objectNode(target.members.filter(({ key }) => key !== '$id')) : target;
  const told =
    own.kind === 'object' && description !== null ? withKey(own, 'description', fromValue(description)) : own;
  const union = nullableReference(row.node);
  const next = changeAt(
    root,
    union && nullable ? [...path, union.keyword, String(union.at)] : path,
    () => told,
  );
  return edited(next, `Inline ${nameOf(row)}`, path);
}

/** The definitions after the references were moved, with the new one at the end. */
function grownWith(root: JsonNode, keyword: string, grown: JsonNode): JsonNode {
  const now = get(root, keyword);
  const added = grown.kind === 'object' ? grown.members.at(-1) : undefined;
  return now?.kind === 'object' && added ? objectNode([...now.members, added]) : grown;
}

/** `shipping_address` becomes `ShippingAddress`. */
function definitionName(key: string): string {
  const name = key
    .split(/[^\p{L}\p{N}]+/u)
    .map(capitalize)
    .join('');
  return name === '' ? 'Definition' : name;
}
