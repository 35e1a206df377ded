import { get, type JsonNode, textOf } from '../../../../../src-server/json-schema/json-node';
import { type Path, toPointer } from '../../../../../src-server/json-schema/json-pointer';
import { nodeAt } from '../../../../../src-server/json-schema/node-path';
import { refName } from '../../../../../src-server/json-schema/schema-layers';
import { refPath } from './references';
import { requiredKeys } from './schema-places';

/** A place in the document, and the path under which the grid shows it. */
interface ShownPlace {
  readonly path: Path;
  /** The same path, or one that leads through a reference: `/allOf/0/properties/city`. */
  readonly view: Path;
}

/** Where a part of a value's description is written. */
export interface PartOrigin {
  /** "Address" for a definition, "part 2" for a schema written in place. */
  readonly label: string;
  /** Pointer of the definition; null if it is written in place. */
  readonly definition: string | null;
}

/** A schema that must hold for a value, with others. */
export interface SchemaPart extends ShownPlace {
  readonly schema: JsonNode;
  /** Null: the schema itself, not a part of its `allOf`. */
  readonly origin: PartOrigin | null;
}

/** The definitions that the rows above come from: none of them is shown again inside itself. */
export interface PlacesAbove {
  readonly pointers: readonly string[];
  readonly above: PlacesAbove | null;
}

/** More parts of one value help nobody; a hostile schema has them. */
const PARTS_MAX = 100;

/**
 * A schema and the parts of its `allOf`, in their order, through references and through parts of parts. A reference in
 * a circle is followed once. A schema that is itself a reference is not followed.
 */
export function partsOf(root: JsonNode, start: SchemaPart, above: PlacesAbove | null = null): SchemaPart[] {
  const found: SchemaPart[] = [];
  const seen = new Set<string>();
  const visit = (part: SchemaPart) => {
    const { schema, path, view, origin } = part;
    const pointer = toPointer(path);
    if (found.length >= PARTS_MAX || seen.has(pointer)) return;
    seen.add(pointer);
    const ref = textOf(schema, '$ref');
    if (ref !== null && part !== start) {
      const target = refPath(ref);
      const node = target && nodeAt(root, target);
      if (!target || !node || isAbove(toPointer(target), above)) return;
      const definition = { label: refName(ref) || 'the event', definition: toPointer(target) };
      visit({ schema: node, path: target, view, origin: definition });
      return;
    }
    if (schema.kind !== 'object') return;
    found.push(part);
    const list = ref === null ? get(schema, 'allOf') : undefined;
    for (const [index, item] of list?.kind === 'array' ? list.items.entries() : []) {
      const steps = ['allOf', String(index)];
      const place = { path: [...path, ...steps], view: [...view, ...steps] };
      visit({ schema: item, ...place, origin: originOf(origin, index) });
    }
  };
  visit(start);
  return found;
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

/** A field of a value that several schemas describe. */
export interface MergedField {
  readonly key: string;
  /** One for each part that describes it. */
  readonly places: readonly SchemaPart[];
  /** Paths of the schemas that require it. */
  readonly requiredBy: readonly Path[];
}

/** The fields of all parts as one list, in the order in which they appear. */
export function mergedFields(parts: readonly SchemaPart[]): MergedField[] {
  const byKey = new Map<string, SchemaPart[]>();
  for (const { schema, path, view, origin } of parts) {
    const map = get(schema, 'properties');
    if (map?.kind !== 'object') continue;
    for (const [key, value] of new Map(map.members.map((member) => [member.key, member.value]))) {
      const steps = ['properties', key];
      const place = { schema: value, path: [...path, ...steps], view: [...view, ...steps], origin };
      const known = byKey.get(key);
      if (known) known.push(place);
      else byKey.set(key, [place]);
    }
  }
  const requirers = parts.map(({ schema, path }) => ({ path, keys: requiredKeys(schema) }));
  return [...byKey].map(([key, places]) => ({
    key,
    places,
    requiredBy: requirers.filter(({ keys }) => keys.has(key)).map(({ path }) => path),
  }));
}
