import type { JsonNode } from '../../../../../src-server/json-schema/json-node';
import { type Path, toPointer } from '../../../../../src-server/json-schema/json-pointer';
import { nodeAt } from '../../../../../src-server/json-schema/node-path';
import { refName } from '../../../../../src-server/json-schema/schema-layers';
import { refPath } from './references';
import { asSchema, type SchemaNode } from './schema-node';

/** Where a part of a value's description is written. */
export interface PartOrigin {
  /** "Address" for a definition, "part 2" for a schema written in place. */
  readonly label: string;
  /** Pointer of the definition; null if it is written in place. */
  readonly definition: string | null;
}

/** A schema that must hold for a value, with others. */
export interface SchemaPart {
  readonly schema: SchemaNode;
  /** Its place in the document. */
  readonly path: Path;
  /** The same path, or the one under which the grid shows it, through a reference: `/allOf/0/properties/city`. */
  readonly view: Path;
  /** Null: the schema itself, not a part of its `allOf`. */
  readonly origin: PartOrigin | null;
}

/** The definitions that the rows above come from: none of them is shown again inside itself. */
export interface PlacesAbove {
  readonly pointers: readonly string[];
  readonly above: PlacesAbove | null;
}

/** A field of a value that several schemas describe. */
export interface MergedField {
  readonly key: string;
  /** One for each part that describes it. */
  readonly places: readonly SchemaPart[];
  /** Paths of the schemas that require it. */
  readonly requiredBy: readonly Path[];
}

/** More parts of one value help nobody; a hostile schema has them. */
const PARTS_MAX = 100;

/**
 * A schema and the parts of its `allOf`, in their order, through references and through parts of parts. A reference in
 * a circle is followed once. A schema that is itself a reference is not followed.
 */
export function partsOf(root: JsonNode, start: SchemaPart, above: PlacesAbove | null = null): SchemaPart[] {
  // Most have no parts.
  if (start.schema.ref !== null || !start.schema.has('allOf'))
    return start.schema.json.kind === 'object' ? [start] : [];
  const found: SchemaPart[] = [];
  const seen = new Set<string>();
  const visit = (part: SchemaPart) => {
    const { schema, path, view, origin } = part;
    const pointer = toPointer(path);
    if (found.length >= PARTS_MAX || seen.has(pointer)) return;
    seen.add(pointer);
    if (schema.ref !== null && part !== start) {
      const target = refPath(schema.ref);
      const node = target && nodeAt(root, target);
      if (!target || !node || isAbove(toPointer(target), above)) return;
      const definition = { label: refName(schema.ref) || 'the event', definition: toPointer(target) };
      visit({ schema: asSchema(node), path: target, view, origin: definition });
      return;
    }
    if (schema.json.kind !== 'object') return;
    found.push(part);
    for (const [index, item] of schema.ref === null ? schema.list('allOf').entries() : [])
      visit({
        ...within(part, 'allOf', String(index)),
        schema: asSchema(item),
        origin: originOf(origin, index),
      });
  };
  visit(start);
  return found;
}

/** The document itself as a part. */
export function rootPart(root: JsonNode): SchemaPart {
  return { schema: asSchema(root), path: [], view: [], origin: null };
}

/** The place some steps below another. */
function within({ path, view }: Pick<SchemaPart, 'path' | 'view'>, ...steps: Path) {
  return { path: [...path, ...steps], view: [...view, ...steps] };
}

/** Whatever a definition is made of, it comes from the definition. */
function originOf(outer: PartOrigin | null, index: number): PartOrigin {
  if (outer?.definition) return outer;
  return { label: outer ? `${outer.label}.${index + 1}` : `part ${index + 1}`, definition: null };
}

function isAbove(pointer: string, above: PlacesAbove | null): boolean {
  for (let at = above; at !== null; at = at.above) if (at.pointers.includes(pointer)) return true;
  return false;
}

/** The fields of all parts as one list, in the order in which they appear. */
export function mergedFields(parts: readonly SchemaPart[]): MergedField[] {
  const byKey = new Map<string, SchemaPart[]>();
  for (const part of parts) {
    for (const [key, value] of part.schema.map('properties').entries()) {
      const place = { ...within(part, 'properties', key), schema: asSchema(value), origin: part.origin };
      byKey.set(key, [...(byKey.get(key) ?? []), place]);
    }
  }
  return [...byKey].map(([key, places]) => ({
    key,
    places,
    requiredBy: parts.filter(({ schema }) => schema.required.has(key)).map(({ path }) => path),
  }));
}

/** The types that all parts allow; null if no part names a type. Empty: no value fits. */
export function commonTypes(parts: readonly SchemaPart[]): readonly string[] | null {
  let common: readonly string[] | null = null;
  for (const { schema } of parts) {
    const type = schema.value('type');
    const named = (Array.isArray(type) ? type : [type]).filter((each) => typeof each === 'string');
    if (named.length > 0) common = common === null ? named : both(common, named);
  }
  return common;
}

/** A whole number is a number, too. */
function both(a: readonly string[], b: readonly string[]): string[] {
  const fits = (type: string, list: readonly string[]) =>
    list.includes(type) || (type === 'integer' && list.includes('number'));
  return [...new Set([...a.filter((type) => fits(type, b)), ...b.filter((type) => fits(type, a))])];
}
