import {
  type ArrayNode,
  arrayNode,
  fromValue,
  get,
  inserted,
  type JsonNode,
  type ObjectNode,
  objectNode,
  renamed,
  withKey,
  withoutKeys,
} from '../../../../../src-server/json-schema/json-node';
import { type Path, toPointer } from '../../../../../src-server/json-schema/json-pointer';
import { changeAt, nodeAt } from '../../../../../src-server/json-schema/node-path';
import { type EditOutcome, edited, type Located, locate, movedTo, nameOf, refused } from './edit-outcome';
import type { EditRow } from './edit-rows';
import { movedReferences } from './references';
import { NAMED_KINDS, requiredKeys } from './schema-places';
import { typeOf } from './schema-type';

const GONE = refused('This row no longer exists.');

/** Renames a field, a pattern or a definition; everything that requires it or refers to it follows. */
export function renameKey(root: JsonNode, path: Path, name: string): EditOutcome {
  const row = locate(root, path);
  if (!row) return GONE;
  if (!NAMED_KINDS.includes(row.place.kind)) return refused(`“${row.place.label}” has no name to change.`);
  const old = row.place.label;
  if (name === old) return movedTo(root, `Rename ${old}`, path);
  const mapPath = path.slice(0, -1);
  const map = nodeAt(root, mapPath);
  if (map?.kind !== 'object') return GONE;
  if (get(map, name)) return refused(`A ${labelFor(row)} ${name} already exists.`);
  const to = [...mapPath, name];
  let next = changeAt(root, mapPath, (node) => (node.kind === 'object' ? renamed(node, old, name) : node));
  if (row.place.kind === 'property') {
    next = changeAt(next, row.holder, (node) =>
      node.kind === 'object' ? followName(node, old, name) : node,
    );
  }
  return movedTo(movedReferences(next, path, to), `Rename ${old} to ${name}`, to);
}

/** Makes a field required or optional. */
export function toggleRequired(root: JsonNode, path: Path): EditOutcome {
  const row = locate(root, path);
  if (!row) return GONE;
  if (row.place.required === null) return refused('Only a field of an object can be required.');
  const key = row.place.label;
  const now = row.place.required;
  const next = changeAt(root, row.holder, (node) =>
    node.kind === 'object' ? withRequired(node, key, !now) : node,
  );
  return edited(next, `Make ${key} ${now ? 'optional' : 'required'}`, path);
}

/** Adds a row after this one: a field after a field, a branch after a branch, a definition after a definition. */
export function addSibling(root: JsonNode, path: Path): EditOutcome {
  const row = locate(root, path);
  if (!row) return GONE;
  const last = path.at(-1) ?? '';
  const containerPath = path.slice(0, -1);
  if (NAMED_KINDS.includes(row.place.kind)) {
    const map = nodeAt(root, containerPath);
    if (map?.kind !== 'object') return GONE;
    const key = freeKey(map, row.place.kind === 'definition' ? 'Definition' : 'field');
    const at = map.members.findLastIndex((member) => member.key === last) + 1;
    const members = inserted(map.members, at, { key, value: newField(row.place.kind === 'definition') });
    const next = changeAt(root, containerPath, () => objectNode(members));
    return edited(next, `Add ${key}`, [...containerPath, key]);
  }
  if (row.place.kind === 'branch' || row.place.kind === 'item') {
    const at = Number(last) + 1;
    const next = changeAt(root, containerPath, (node) =>
      node.kind === 'array' ? arrayNode(inserted(node.items, at, newField(true))) : node,
    );
    return edited(next, row.place.kind === 'branch' ? 'Add a branch' : 'Add an item', [
      ...containerPath,
      String(at),
    ]);
  }
  return row.place.kind === 'root' ? addChild(root, path) : addSibling(root, row.holder);
}

/** Adds a row inside this one: a field, the item of a list, or a branch. */
export function addChild(root: JsonNode, path: Path): EditOutcome {
  const row = locate(root, path);
  if (!row) return GONE;
  const { choice } = typeOf(row.node);
  const parts = get(row.node, 'allOf');
  const hasNoFields = !get(row.node, 'properties');
  if (parts?.kind === 'array' && hasNoFields && (choice === 'allOf' || choice === 'object')) {
    return addToPart(root, row, parts);
  }
  if (choice === 'anyOf' || choice === 'oneOf') {
    const list = get(row.node, choice);
    const at = list?.kind === 'array' ? list.items.length : 0;
    const next = changeAt(root, [...path, choice], (node) =>
      node.kind === 'array' ? arrayNode([...node.items, newField(true)]) : node,
    );
    return edited(next, 'Add a branch', [...path, choice, String(at)]);
  }
  if (choice === 'array') return addItem(root, row);
  if (choice !== 'object' && choice !== 'any' && choice !== 'allOf') {
    return refused(
      choice === 'reference'
        ? 'A reference has its fields in its definition. Go to the definition, or inline it first.'
        : `Only an object has fields. ${nameOf(row)} is ${typeOf(row.node).label}: change its type first.`,
    );
  }
  const before = row.node.kind === 'object' ? row.node : objectNode([]);
  const typed =
    choice === 'any' && !get(before, 'type') ? withKey(before, 'type', fromValue('object')) : before;
  const map = get(typed, 'properties');
  const fields = map?.kind === 'object' ? map : objectNode([]);
  const key = freeKey(fields, 'field');
  const grown = withKey(
    typed,
    'properties',
    objectNode([...fields.members, { key, value: newField(false) }]),
  );
  return edited(
    changeAt(root, path, () => grown),
    `Add ${key}`,
    [...path, 'properties', key],
  );
}

/** Adds a field to the last part of an `allOf` that is written in place, or to a new one. */
function addToPart(root: JsonNode, { path }: Located, { items }: ArrayNode): EditOutcome {
  const at = items.findLastIndex(canTakeFields);
  if (at >= 0) return addChild(root, [...path, 'allOf', String(at)]);
  const part = objectNode([
    { key: 'properties', value: objectNode([{ key: 'field', value: newField(false) }]) },
  ]);
  const next = changeAt(root, [...path, 'allOf'], (node) =>
    node.kind === 'array' ? arrayNode([...node.items, part]) : node,
  );
  return edited(next, 'Add field', [...path, 'allOf', String(items.length), 'properties', 'field']);
}

function canTakeFields(part: JsonNode): boolean {
  const { choice, implied } = typeOf(part);
  if (part.kind !== 'object' || (choice !== 'object' && choice !== 'any')) return false;
  return choice === 'object' || implied || !['if', 'not', 'enum', 'const'].some((key) => get(part, key));
}

/** Deletes a row with everything inside it. */
export function deleteRow(root: JsonNode, path: Path): EditOutcome {
  const row = locate(root, path);
  if (!row) return GONE;
  if (row.place.kind === 'root') return refused('The event itself cannot be deleted. Delete its fields.');
  let next = changeAt(root, path, () => null);
  if (row.place.kind === 'property') {
    next = changeAt(next, row.holder, (node) =>
      node.kind === 'object' ? withRequired(node, row.place.label, false) : node,
    );
  }
  const container = nodeAt(next, path.slice(0, -1));
  const emptied = row.place.steps.length === 2 && size(container) === 0 && row.place.kind !== 'property';
  if (emptied) next = changeAt(next, path.slice(0, -1), () => null);
  return edited(next, `Delete ${nameOf(row)}`, row.holder);
}

function addItem(root: JsonNode, row: Located): EditOutcome {
  const items = get(row.node, 'items');
  if (items?.kind === 'object') return addChild(root, [...row.path, 'items']);
  if (row.node.kind !== 'object') return GONE;
  const tuple = items?.kind === 'array' ? items.items : null;
  const value = tuple ? arrayNode([...tuple, newField(true)]) : newField(false);
  const next = changeAt(root, row.path, (node) =>
    node.kind === 'object' ? withKey(node, 'items', value) : node,
  );
  const focus = [...row.path, 'items', ...(tuple ? [String(tuple.length)] : [])];
  return edited(next, 'Add an item', focus);
}

/** The object with a key required or not; the keyword is removed when it is empty. */
export function withRequired(schema: ObjectNode, key: string, required: boolean): ObjectNode {
  if (requiredKeys(schema).has(key) === required) return schema;
  const list = get(schema, 'required');
  const items = list?.kind === 'array' ? list.items : [];
  const text = JSON.stringify(key);
  const next = required
    ? [...items, fromValue(key)]
    : items.filter((item) => !(item.kind === 'scalar' && JSON.stringify(JSON.parse(item.raw)) === text));
  return next.length > 0 ? withKey(schema, 'required', arrayNode(next)) : withoutKeys(schema, 'required');
}

/** A name that the object does not have yet. */
export function freeKey(map: JsonNode, wanted: string): string {
  let key = wanted;
  for (let n = 2; get(map, key); n += 1) key = `${wanted}${n}`;
  return key;
}

/** The object with a key renamed wherever it is required. */
export function followName(schema: ObjectNode, old: string, name: string): ObjectNode {
  const list = get(schema, 'required');
  const isOld = (item: JsonNode) => item.kind === 'scalar' && JSON.parse(item.raw) === old;
  const kept =
    list?.kind === 'array' && list.items.some(isOld)
      ? withKey(
          schema,
          'required',
          arrayNode(list.items.map((item) => (isOld(item) ? fromValue(name) : item))),
        )
      : schema;
  const dependencies = get(kept, 'dependencies');
  if (dependencies?.kind !== 'object' || !get(dependencies, old) || get(dependencies, name)) return kept;
  return withKey(kept, 'dependencies', renamed(dependencies, old, name));
}

function newField(open: boolean): JsonNode {
  return objectNode(open ? [] : [{ key: 'type', value: fromValue('string') }]);
}

function labelFor({ place }: Located): string {
  return place.kind === 'definition' ? 'definition' : place.kind === 'pattern' ? 'pattern' : 'field';
}

function size(node: JsonNode | undefined): number {
  if (node?.kind === 'object') return node.members.length;
  return node?.kind === 'array' ? node.items.length : -1;
}

type FieldRow = Pick<EditRow, 'path' | 'place' | 'requiredBy' | 'descriptions'>;

/** Why a row cannot be edited as one: several parts describe it. Null: it can. */
export function whyLocked({ descriptions, place }: Pick<EditRow, 'descriptions' | 'place'>): string | null {
  if (descriptions.length === 0) return null;
  return `${descriptions.length} parts describe ${place.label}. Open the row and edit it in one of them.`;
}

/** Renames a row; the other parts of an `allOf` that require the field follow. */
export function renameRow(root: JsonNode, row: FieldRow, name: string): EditOutcome {
  return withOthers(root, row, renameKey(root, row.path, name), (schema) =>
    schema.kind === 'object' ? followName(schema, row.place.label, name) : schema,
  );
}

/** Deletes a row; the other parts of an `allOf` no longer require the field. */
export function deleteField(root: JsonNode, row: FieldRow): EditOutcome {
  return withOthers(root, row, deleteRow(root, row.path), (schema) =>
    schema.kind === 'object' ? withRequired(schema, row.place.label, false) : schema,
  );
}

/** Makes a field required or optional, in the part that requires it. */
export function toggleRequiredIn(root: JsonNode, row: FieldRow): EditOutcome {
  const locked = whyLocked(row);
  if (locked !== null) return refused(locked);
  const [only, ...others] = row.requiredBy;
  const key = row.place.label;
  if (!only || toPointer(only) === toPointer(row.path.slice(0, -2))) {
    if (others.length === 0) return toggleRequired(root, row.path);
  }
  if (!only || others.length > 0) {
    return refused(`${row.requiredBy.length} parts require ${key}. Change “required” of each in the JSON.`);
  }
  const next = changeAt(root, only, (schema) =>
    schema.kind === 'object' ? withRequired(schema, key, false) : schema,
  );
  return { ok: true, root: next, label: `Make ${key} optional`, focus: toPointer(row.path) };
}

/** An edit of a field, with the same for the schemas that require it from elsewhere. */
function withOthers(
  root: JsonNode,
  row: FieldRow,
  outcome: EditOutcome,
  change: (schema: JsonNode) => JsonNode,
): EditOutcome {
  const locked = whyLocked(row);
  if (locked !== null) return refused(locked);
  if (!outcome.ok || outcome.root === root) return outcome;
  const holder = toPointer(row.path.slice(0, -2));
  const elsewhere = row.requiredBy.filter((path) => toPointer(path) !== holder);
  const next = elsewhere.reduce((now: JsonNode, path: Path) => changeAt(now, path, change), outcome.root);
  return { ...outcome, root: next };
}
