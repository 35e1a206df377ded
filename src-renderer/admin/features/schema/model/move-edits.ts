import {
  arrayNode,
  get,
  type JsonNode,
  objectNode,
  withKey,
} from '../../../../../src-server/json-schema/json-node';
import type { Path } from '../../../../../src-server/json-schema/json-pointer';
import { changeAt, nodeAt } from '../../../../../src-server/json-schema/node-path';
import { type EditOutcome, edited, type Located, locate, movedTo, nameOf, refused } from './edit-outcome';
import { withRequired } from './field-edits';
import { movedReferences } from './references';
import { NAMED_KINDS } from './schema-places';
import { typeOf } from './schema-type';

const GONE = refused('This row no longer exists.');

/** Moves a row one place up (-1) or down (1) among its siblings. */
export function moveRow(root: JsonNode, path: Path, by: 1 | -1): EditOutcome {
  const row = locate(root, path);
  if (!row) return GONE;
  const last = path.at(-1) ?? '';
  const containerPath = path.slice(0, -1);
  const container = nodeAt(root, containerPath);
  const label = `Move ${nameOf(row)} ${by < 0 ? 'up' : 'down'}`;
  if (NAMED_KINDS.includes(row.place.kind) && container?.kind === 'object') {
    const at = container.members.findLastIndex(({ key }) => key === last);
    const members = swapped(container.members, at, at + by);
    if (!members) return refused(`${nameOf(row)} is already the ${by < 0 ? 'first' : 'last'}.`);
    return edited(
      changeAt(root, containerPath, () => objectNode(members)),
      label,
      path,
    );
  }
  if (row.place.steps.length === 2 && container?.kind === 'array') {
    const at = Number(last);
    const items = swapped(container.items, at, at + by);
    if (!items) return refused(`${nameOf(row)} is already the ${by < 0 ? 'first' : 'last'}.`);
    const next = changeAt(root, containerPath, () => arrayNode(items));
    return movedTo(next, label, [...containerPath, String(at + by)]);
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
  const holder = above && fieldHolder(root, [...path.slice(0, -1), above.key]);
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
function fieldHolder(root: JsonNode, path: Path): Path | null {
  const node = nodeAt(root, path);
  if (!node) return null;
  const { choice } = typeOf(node);
  if (choice === 'object') return path;
  return choice === 'array' && get(node, 'items')?.kind === 'object'
    ? fieldHolder(root, [...path, 'items'])
    : null;
}

function relocate(root: JsonNode, row: Located, holder: Path, after: string | null): EditOutcome {
  const key = row.place.label;
  const target = nodeAt(root, holder);
  const map = get(target, 'properties') ?? objectNode([]);
  if (map.kind !== 'object') return GONE;
  if (get(map, key)) return refused(`A field ${key} already exists.`);
  let next = changeAt(root, row.path, () => null);
  next = changeAt(next, row.holder, (node) =>
    node.kind === 'object' ? withRequired(node, key, false) : node,
  );
  next = changeAt(next, holder, (node) => {
    if (node.kind !== 'object') return node;
    const fields = get(node, 'properties');
    const members = fields?.kind === 'object' ? fields.members : [];
    const at = after === null ? members.length : members.findIndex((member) => member.key === after) + 1;
    const grown = withKey(node, 'properties', objectNode(members.toSpliced(at, 0, { key, value: row.node })));
    return row.place.required ? withRequired(grown, key, true) : grown;
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
