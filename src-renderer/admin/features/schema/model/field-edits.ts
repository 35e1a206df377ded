import {
  arrayNode,
  fromValue,
  get,
  type JsonNode,
  type ObjectNode,
  objectNode,
  renamed,
  toValue,
  withKey,
  withoutKeys,
} from '../../../../../src-server/json-schema/json-node';
import { type Path, toPointer } from '../../../../../src-server/json-schema/json-pointer';
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
import type { EditRow } from './edit-rows';
import { movedReferences } from './references';
import { asSchema, NAMED_KINDS, type SchemaNode } from './schema-node';

/** Renames a field, a pattern or a definition; everything that requires it or refers to it follows. */
export function renameKey(root: JsonNode, path: Path, name: string): EditOutcome {
  const row = locate(root, path);
  if (!row) return GONE;
  const { kind, label: old } = row.place;
  if (!NAMED_KINDS.includes(kind)) return refused(`“${old}” has no name to change.`);
  if (name === old) return movedTo(root, `Rename ${old}`, path);
  const mapPath = path.slice(0, -1);
  const map = nodeAt(root, mapPath);
  if (map?.kind !== 'object') return GONE;
  const word = kind === 'definition' || kind === 'pattern' ? kind : 'field';
  if (get(map, name)) return refused(`A ${word} ${name} already exists.`);
  const to = [...mapPath, name];
  let next = replaced(root, mapPath, renamed(map, old, name));
  if (kind === 'property') next = changeSchema(next, row.holder, (schema) => followName(schema, old, name));
  return movedTo(movedReferences(next, path, to), `Rename ${old} to ${name}`, to);
}

/** Makes a field required or optional. */
export function toggleRequired(root: JsonNode, path: Path): EditOutcome {
  const row = locate(root, path);
  if (!row) return GONE;
  const { required, label } = row.place;
  if (required === null) return refused('Only a field of an object can be required.');
  const next = changeSchema(root, row.holder, (schema) => withRequired(schema, label, !required));
  return edited(next, `Make ${label} ${required ? 'optional' : 'required'}`, path);
}

/** Adds a row after this one: a field after a field, a branch after a branch, a definition after a definition. */
export function addSibling(root: JsonNode, path: Path): EditOutcome {
  const row = locate(root, path);
  if (!row) return GONE;
  const { kind, label } = row.place;
  const around = path.slice(0, -1);
  if (NAMED_KINDS.includes(kind)) {
    const map = nodeAt(root, around);
    if (map?.kind !== 'object') return GONE;
    const isDefinition = kind === 'definition';
    const key = freeKey(map, isDefinition ? 'Definition' : 'field');
    const at = map.members.findLastIndex((member) => member.key === label) + 1;
    const next = objectNode(map.members.toSpliced(at, 0, { key, value: newField(isDefinition) }));
    return edited(replaced(root, around, next), `Add ${key}`, [...around, key]);
  }
  if (kind === 'branch' || kind === 'item')
    return addItem(root, around, Number(path.at(-1)) + 1, kind === 'branch' ? 'Add a branch' : 'Add an item');
  return kind === 'root' ? addChild(root, path) : addSibling(root, row.holder);
}

/** Adds a row inside this one: a field, the item of a list, or a branch. */
export function addChild(root: JsonNode, path: Path): EditOutcome {
  const row = locate(root, path);
  if (!row) return GONE;
  const { schema } = row;
  const { choice, label } = schema.type;
  const hasParts = schema.get('allOf')?.kind === 'array' && !schema.has('properties');
  if (hasParts && (choice === 'allOf' || choice === 'object')) return addToPart(root, row);
  if (choice === 'anyOf' || choice === 'oneOf')
    return addItem(root, [...path, choice], schema.list(choice).length, 'Add a branch');
  if (choice === 'array') return addToArray(root, row);
  if (choice === 'reference')
    return refused('A reference has its fields in its definition. Go to the definition, or inline it first.');
  if (choice !== 'object' && choice !== 'any' && choice !== 'allOf')
    return refused(`Only an object has fields. ${nameOf(row)} is ${label}: change its type first.`);
  const typed =
    choice === 'any' && !schema.has('type')
      ? withKey(schema.object, 'type', fromValue('object'))
      : schema.object;
  const fields = schema.map('properties').object;
  const key = freeKey(fields, 'field');
  const grown = objectNode([...fields.members, { key, value: newField(false) }]);
  const next = replaced(root, path, withKey(typed, 'properties', grown));
  return edited(next, `Add ${key}`, [...path, 'properties', key]);
}

/** Adds an open schema to the list at a path. */
function addItem(root: JsonNode, path: Path, at: number, label: string): EditOutcome {
  const next = changeAt(root, path, (node) =>
    node.kind === 'array' ? arrayNode(node.items.toSpliced(at, 0, newField(true))) : node,
  );
  return edited(next, label, [...path, String(at)]);
}

/** Adds a field to the last part of an `allOf` that is written in place, or to a new one. */
function addToPart(root: JsonNode, { path, schema }: Located): EditOutcome {
  const parts = schema.list('allOf');
  const at = parts.findLastIndex((part) => canTakeFields(asSchema(part)));
  if (at >= 0) return addChild(root, [...path, 'allOf', String(at)]);
  const fields = objectNode([{ key: 'field', value: newField(false) }]);
  const part = objectNode([{ key: 'properties', value: fields }]);
  const next = replaced(root, [...path, 'allOf'], arrayNode([...parts, part]));
  return edited(next, 'Add field', [...path, 'allOf', String(parts.length), 'properties', 'field']);
}

function canTakeFields(part: SchemaNode): boolean {
  const { choice, implied } = part.type;
  if (part.json.kind !== 'object' || (choice !== 'object' && choice !== 'any')) return false;
  return choice === 'object' || implied || !part.has('if', 'not', 'enum', 'const');
}

function addToArray(root: JsonNode, { path, schema }: Located): EditOutcome {
  const items = schema.get('items');
  const at = [...path, 'items'];
  if (items?.kind === 'object') return addChild(root, at);
  if (items?.kind === 'array') return addItem(root, at, items.items.length, 'Add an item');
  return edited(replaced(root, path, withKey(schema.object, 'items', newField(false))), 'Add an item', at);
}

/** Deletes a row with everything inside it. */
export function deleteRow(root: JsonNode, path: Path): EditOutcome {
  const row = locate(root, path);
  if (!row) return GONE;
  const { kind, label, steps } = row.place;
  if (kind === 'root') return refused('The event itself cannot be deleted. Delete its fields.');
  let next = changeAt(root, path, () => null);
  if (kind === 'property')
    next = changeSchema(next, row.holder, (schema) => withRequired(schema, label, false));
  const around = path.slice(0, -1);
  if (steps.length === 2 && kind !== 'property' && isEmpty(nodeAt(next, around)))
    next = changeAt(next, around, () => null);
  return edited(next, `Delete ${nameOf(row)}`, row.holder);
}

/** The object with a key required or not; the keyword is removed when it is empty. */
export function withRequired(schema: SchemaNode, key: string, isRequired: boolean): ObjectNode {
  if (schema.required.has(key) === isRequired) return schema.object;
  const keys = schema.list('required');
  const next = isRequired ? [...keys, fromValue(key)] : keys.filter((item) => toValue(item) !== key);
  return next.length > 0
    ? withKey(schema.object, 'required', arrayNode(next))
    : withoutKeys(schema.object, 'required');
}

/** A name that the object does not have yet. */
export function freeKey(map: ObjectNode, wanted: string): string {
  let key = wanted;
  for (let n = 2; get(map, key); n += 1) key = `${wanted}${n}`;
  return key;
}

/** The object with a key renamed wherever it is required. */
function followName(schema: SchemaNode, old: string, name: string): ObjectNode {
  const isOld = (item: JsonNode) => toValue(item) === old;
  const keys = schema.list('required');
  const next = arrayNode(keys.map((item) => (isOld(item) ? fromValue(name) : item)));
  const kept = keys.some(isOld) ? withKey(schema.object, 'required', next) : schema.object;
  const dependencies = schema.map('dependencies');
  if (!dependencies.has(old) || dependencies.has(name)) return kept;
  return withKey(kept, 'dependencies', renamed(dependencies.object, old, name));
}

function newField(open: boolean): JsonNode {
  return objectNode(open ? [] : [{ key: 'type', value: fromValue('string') }]);
}

function isEmpty(node: JsonNode | undefined): boolean {
  if (node?.kind === 'object') return node.members.length === 0;
  return node?.kind === 'array' && node.items.length === 0;
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
    followName(schema, row.place.label, name),
  );
}

/** Deletes a row; the other parts of an `allOf` no longer require the field. */
export function deleteField(root: JsonNode, row: FieldRow): EditOutcome {
  return withOthers(root, row, deleteRow(root, row.path), (schema) =>
    withRequired(schema, row.place.label, false),
  );
}

/** Makes a field required or optional, in the part that requires it. */
export function toggleRequiredIn(root: JsonNode, row: FieldRow): EditOutcome {
  const locked = whyLocked(row);
  if (locked !== null) return refused(locked);
  const [only, ...others] = row.requiredBy;
  const key = row.place.label;
  if (others.length > 0)
    return refused(`${row.requiredBy.length} parts require ${key}. Change “required” of each in the JSON.`);
  if (!only || toPointer(only) === holderOf(row)) return toggleRequired(root, row.path);
  const next = changeSchema(root, only, (schema) => withRequired(schema, key, false));
  return edited(next, `Make ${key} optional`, row.path);
}

/** An edit of a field, with the same for the schemas that require it from elsewhere. */
function withOthers(
  root: JsonNode,
  row: FieldRow,
  outcome: EditOutcome,
  change: (schema: SchemaNode) => JsonNode,
): EditOutcome {
  const locked = whyLocked(row);
  if (locked !== null) return refused(locked);
  if (!outcome.ok || outcome.root === root) return outcome;
  const elsewhere = row.requiredBy.filter((path) => toPointer(path) !== holderOf(row));
  const next = elsewhere.reduce((now: JsonNode, path) => changeSchema(now, path, change), outcome.root);
  return { ...outcome, root: next };
}

/** Pointer of the schema whose field a row is. */
function holderOf({ path }: FieldRow): string {
  return toPointer(path.slice(0, -2));
}
