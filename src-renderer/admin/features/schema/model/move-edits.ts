import {
  arrayNode,
  get,
  type JsonNode,
  objectNode,
  withKey,
} from '../../../../../src-server/json-schema/json-node';
import type { Path } from '../../../../../src-server/json-schema/json-pointer';
import { changeAt, nodeAt } from '../../../../../src-server/json-schema/node-path';
import {
  changeSchema,
  type EditOutcome,
  edited,
  GONE,
  type Located,
  locate,
  movedTo,
  nameOf,
  refused,
  replaced,
} from './edit-outcome';
import { withRequired } from './field-edits';
import { movedReferences } from './references';
import { asSchema, NAMED_KINDS } from './schema-node';

/** Moves a row one place up (-1) or down (1) among its siblings. */
export function moveRow(root: JsonNode, path: Path, by: 1 | -1): EditOutcome {
  const row = locate(root, path);
  if (!row) return GONE;
  const around = path.slice(0, -1);
  const container = nodeAt(root, around);
  const label = `Move ${nameOf(row)} ${by < 0 ? 'up' : 'down'}`;
  const atEnd = refused(`${nameOf(row)} is already the ${by < 0 ? 'first' : 'last'}.`);
  if (NAMED_KINDS.includes(row.place.kind) && container?.kind === 'object') {
    const at = container.members.findLastIndex(({ key }) => key === row.place.label);
    const members = swapped(container.members, at, at + by);
    if (!members) return atEnd;
    return edited(replaced(root, around, objectNode(members)), label, path);
  }
  if (row.place.steps.length === 2 && container?.kind === 'array') {
    const at = Number(path.at(-1));
    const items = swapped(container.items, at, at + by);
    if (!items) return atEnd;
    return movedTo(replaced(root, around, arrayNode(items)), label, [...around, String(at + by)]);
  }
  return refused(`${nameOf(row)} cannot be moved.`);
}

/** Moves a field into the object above it. */
export function moveInto(root: JsonNode, path: Path): EditOutcome {
  const row = locate(root, path);
  if (!row) return GONE;
  const map = nodeAt(root, path.slice(0, -1));
  if (row.place.kind !== 'property' || map?.kind !== 'object')
    return refused('Only a field can be moved into another.');
  const at = map.members.findLastIndex(({ key }) => key === row.place.label);
  const above = map.members[at - 1];
  const holder = above && fieldHolder(above.value, [...path.slice(0, -1), above.key]);
  if (!holder) return refused('The field above is not an object, so nothing can be moved into it.');
  return relocate(root, row, holder, null);
}

/** Moves a field out of its object, to the place after it. */
export function moveOut(root: JsonNode, path: Path): EditOutcome {
  const row = locate(root, path);
  if (!row) return GONE;
  if (row.place.kind !== 'property') return refused('Only a field can be moved out.');
  let outer = locate(root, row.holder);
  // From the items of a list, the field moves out next to the list.
  while (outer && outer.place.kind !== 'property' && outer.place.kind !== 'root')
    outer = locate(root, outer.holder);
  if (!outer || outer.place.kind === 'root') return refused(`${nameOf(row)} is already at the top level.`);
  return relocate(root, row, outer.holder, outer.place.label);
}

/** The object that a field would be moved into: the schema itself, or the item of a list. */
function fieldHolder(json: JsonNode, path: Path): Path | null {
  const { choice } = asSchema(json).type;
  if (choice === 'object') return path;
  const items = get(json, 'items');
  return choice === 'array' && items?.kind === 'object' ? fieldHolder(items, [...path, 'items']) : null;
}

function relocate(root: JsonNode, row: Located, holder: Path, after: string | null): EditOutcome {
  const { label: key, required } = row.place;
  const fields = get(nodeAt(root, holder), 'properties');
  if (fields && fields.kind !== 'object') return GONE;
  if (get(fields, key)) return refused(`A field ${key} already exists.`);
  let next = changeAt(root, row.path, () => null);
  next = changeSchema(next, row.holder, (schema) => withRequired(schema, key, false));
  next = changeSchema(next, holder, (schema) => {
    const { members } = schema.map('properties').object;
    const at = after === null ? members.length : members.findIndex((member) => member.key === after) + 1;
    const moved = members.toSpliced(at, 0, { key, value: row.schema.json });
    const grown = withKey(schema.object, 'properties', objectNode(moved));
    return required ? withRequired(asSchema(grown), key, true) : grown;
  });
  const to = [...holder, 'properties', key];
  const label = `Move ${key} ${after === null ? 'into the field above' : 'out'}`;
  return movedTo(movedReferences(next, row.path, to), label, to);
}

function swapped<T>(list: readonly T[], from: number, to: number): readonly T[] | null {
  const [a, b] = [list[from], list[to]];
  if (from < 0 || to < 0 || a === undefined || b === undefined) return null;
  return list.with(from, b).with(to, a);
}
