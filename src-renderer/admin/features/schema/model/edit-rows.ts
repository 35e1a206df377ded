import type { JsonNode } from '../../../../../src-server/json-schema/json-node';
import { type Path, toPointer } from '../../../../../src-server/json-schema/json-pointer';
import { refName } from '../../../../../src-server/json-schema/schema-layers';
import { constraintLabel } from './constraint-label';
import {
  commonTypes,
  type MergedField,
  mergedFields,
  type PartOrigin,
  type PlacesAbove,
  partsOf,
  rootPart,
  type SchemaPart,
} from './parts-of';
import { asSchema, type Place, ROOT_PLACE, type SchemaNode, type SchemaType } from './schema-node';

/** One schema of the document, or one field that several parts of an `allOf` describe. */
export interface SchemaRow {
  /** "" is the root; a JSON pointer that may lead through the references of an `allOf`. Unique in the grid. */
  readonly pointer: string;
  /** Where its schema is in the document. */
  readonly path: Path;
  /** The pointer as a path. */
  readonly view: Path;
  readonly place: Place;
  /** What it shows: one schema, or all that describe one field. */
  readonly schemas: readonly SchemaNode[];
  /** The schemas with the parts of their `allOf`; empty for a value that is not a schema. */
  readonly parts: readonly SchemaPart[];
  /** The part of an `allOf` that it comes from; null outside of one, and for a field that several parts describe. */
  readonly origin: PartOrigin | null;
  /** Pointers of the rows below that describe this field together; empty if it has one description. */
  readonly descriptions: readonly string[];
  /** Paths of the schemas that require it. */
  readonly requiredBy: readonly Path[];
  /** True if its fields are shown in a list above it, with those of other parts. */
  readonly isListed: boolean;
  readonly above: PlacesAbove | null;
}

/** What an edit of a row needs to know of it. */
type EditedPart = 'pointer' | 'path' | 'place' | 'origin' | 'descriptions' | 'requiredBy';

/** One line of the grid. */
export interface EditRow extends Pick<SchemaRow, EditedPart> {
  /** From 1, for the root. */
  readonly level: number;
  /** Its position among its siblings, from 1. */
  readonly position: number;
  readonly siblings: number;
  /** Pointer of the row it belongs to; null for the root. */
  readonly parent: string | null;
  readonly type: SchemaType;
  readonly constraints: string;
  readonly description: string;
  /** Path of the schema whose description an edit changes. */
  readonly describedAt: Path;
  readonly deprecated: boolean;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
  /** Equal for two rows that look and act alike where they stand. */
  readonly look: string;
}

type PlaceInGrid = 'level' | 'position' | 'siblings' | 'parent';

/** Rows opened or closed by hand, by pointer; rows that are not listed are open down to a level. */
export type Openness = ReadonlyMap<string, boolean>;

/** Everything is open down to this level at first. */
const OPEN_LEVELS = 4;

/** The visible rows, from top to bottom. Closed branches cost little. */
export function visibleRows(root: JsonNode, openness: Openness): EditRow[] {
  const rows: EditRow[] = [];
  const add = (row: SchemaRow, at: Pick<EditRow, PlaceInGrid>) => {
    const children = rowsIn(root, row);
    const hasChildren = children.length > 0;
    const isOpen = hasChildren && (openness.get(row.pointer) ?? openAtFirst(row, at.level, children));
    rows.push(new ShownRow(row, { ...at, hasChildren, isOpen }));
    if (!isOpen) return;
    const place = { level: at.level + 1, siblings: children.length, parent: row.pointer };
    for (const [index, child] of children.entries()) add(child, { ...place, position: index + 1 });
  };
  add(rootRow(root), { level: 1, position: 1, siblings: 1, parent: null });
  return rows;
}

/** What is drawn of a row and says nothing about its place. */
type Drawn = Pick<EditRow, 'type' | 'constraints' | 'description' | 'describedAt' | 'deprecated'>;
type PlaceOfRow = Pick<EditRow, PlaceInGrid | 'hasChildren' | 'isOpen'>;

/** Reads what is drawn when it is asked for: few rows of a large schema are in sight. */
class ShownRow implements EditRow {
  readonly #row: SchemaRow;
  readonly #at: PlaceOfRow;
  #drawn: Drawn | undefined;
  #look: string | undefined;

  constructor(row: SchemaRow, at: PlaceOfRow) {
    this.#row = row;
    this.#at = at;
  }

  get #draws(): Drawn {
    this.#drawn ??= drawnOf(this.#row);
    return this.#drawn;
  }

  get look() {
    const { kind, label, required } = this.place;
    const { parent: _, ...at } = this.#at;
    const { pointer, origin, descriptions } = this;
    this.#look ??= JSON.stringify({
      ...at,
      ...this.#draws,
      pointer,
      origin,
      descriptions,
      kind,
      label,
      required,
    });
    return this.#look;
  }
  get pointer() {
    return this.#row.pointer;
  }
  get path() {
    return this.#row.path;
  }
  get place() {
    return this.#row.place;
  }
  get origin() {
    return this.#row.origin;
  }
  get descriptions() {
    return this.#row.descriptions;
  }
  get requiredBy() {
    return this.#row.requiredBy;
  }
  get level() {
    return this.#at.level;
  }
  get position() {
    return this.#at.position;
  }
  get siblings() {
    return this.#at.siblings;
  }
  get parent() {
    return this.#at.parent;
  }
  get hasChildren() {
    return this.#at.hasChildren;
  }
  get isOpen() {
    return this.#at.isOpen;
  }
  get type() {
    return this.#draws.type;
  }
  get constraints() {
    return this.#draws.constraints;
  }
  get description() {
    return this.#draws.description;
  }
  get describedAt() {
    return this.#draws.describedAt;
  }
  get deprecated() {
    return this.#draws.deprecated;
  }
}

function drawnOf({ path, schemas, parts }: SchemaRow): Drawn {
  const layers = parts.length > 0 ? parts.map(({ schema }) => schema) : schemas;
  const [schema] = schemas;
  // The part that is written in place and has a description.
  const described = parts.find((part) => !part.origin?.definition && part.schema.text('description'));
  return {
    type: schema && schemas.length === 1 ? typeWithParts(schema) : typeOfAll(schemas, parts),
    constraints: [...new Set(layers.map(constraintLabel))].filter((label) => label !== '').join(' · '),
    description: layers.map((layer) => layer.text('description')).find(Boolean) ?? '',
    describedAt: described?.path ?? path,
    deprecated: layers.some((layer) => layer.value('deprecated') === true),
  };
}

/** The type of a schema with an `allOf`, by the names of its parts: "Address + fields". */
function typeWithParts(schema: SchemaNode): SchemaType {
  const { type } = schema;
  if (type.choice !== 'allOf') return type;
  const names = [...new Set(schema.list('allOf').map(nameOfPart))].filter((name) => name !== '');
  if (names.length === 0) return type;
  return { ...type, label: names.length === 1 && names[0] === 'fields' ? 'object' : names.join(' + ') };
}

/** "" for a part that only adds texts or limits. */
function nameOfPart(json: JsonNode): string {
  const part = asSchema(json);
  if (part.ref !== null) return refName(part.ref) || 'the whole event';
  if (part.has('properties')) return 'fields';
  return part.type.choice === 'any' ? '' : part.type.label;
}

/** The type of a value that several schemas describe. */
function typeOfAll(schemas: readonly SchemaNode[], parts: readonly SchemaPart[]): SchemaType {
  const types = schemas.map(typeWithParts);
  const [first = asSchema({ kind: 'scalar', raw: 'true', source: null }).type] = types;
  const labels = [...new Set(types.filter(({ choice }) => choice !== 'any').map(({ label }) => label))];
  const label = commonTypes(parts)?.length === 0 ? 'no value' : labels.join(' + ') || first.label;
  return { ...first, ref: null, label };
}

/** Parts alone are no content: `event_id` is its definition with a description, not a tree. */
function openAtFirst(
  { place, descriptions }: SchemaRow,
  level: number,
  children: readonly SchemaRow[],
): boolean {
  if (place.kind === 'definition' || descriptions.length > 0 || level >= OPEN_LEVELS) return false;
  return level === 1 || children.some(({ isListed }) => !isListed);
}

/** Openness in which a row is visible: everything above it is open. */
export function opened(root: JsonNode, openness: Openness, pointer: string): Openness {
  const next = new Map(openness);
  for (const above of wayTo(root, pointer).slice(0, -1)) next.set(above.pointer, true);
  return next;
}

/** The row that contains a pointer: the pointer's own, or that of the innermost schema around it. */
export function rowAround(root: JsonNode, pointer: string): string {
  return wayTo(root, pointer).at(-1)?.pointer ?? '';
}

/** The row with a pointer, visible or not; null: there is none. */
export function rowAt(root: JsonNode, pointer: string): SchemaRow | null {
  const found = wayTo(root, pointer).at(-1);
  return found?.pointer === pointer ? found : null;
}

/** The rows from the root to the one that contains a pointer. */
function wayTo(root: JsonNode, pointer: string): SchemaRow[] {
  const way: SchemaRow[] = [];
  for (let next: SchemaRow | undefined = rootRow(root); next; ) {
    way.push(next);
    let best: SchemaRow | undefined;
    let length = 0;
    for (const child of rowsIn(root, next)) {
      for (const start of [child.pointer, ...child.descriptions]) {
        if (start.length <= length || !isAtOrIn(pointer, start)) continue;
        best = child;
        length = start.length;
      }
    }
    next = best;
  }
  return way;
}

function isAtOrIn(pointer: string, outer: string): boolean {
  return pointer.startsWith(outer) && (pointer.length === outer.length || pointer[outer.length] === '/');
}

function rootRow(root: JsonNode): SchemaRow {
  return rowOf(root, ROOT_PLACE, rootPart(root), null);
}

/** The rows of a document by the pointer of the row above: problems, focus and grid ask for the same again. */
const known = new WeakMap<JsonNode, Map<string, readonly SchemaRow[]>>();
const NO_ROWS: readonly SchemaRow[] = [];

/** The rows below a row: first its fields, those of all parts of an `allOf` in one list. */
export function rowsIn(root: JsonNode, row: SchemaRow): readonly SchemaRow[] {
  const rows = known.get(root) ?? new Map<string, readonly SchemaRow[]>();
  known.set(root, rows);
  const found = rows.get(row.pointer) ?? rowsBelow(root, row);
  rows.set(row.pointer, found);
  return found;
}

function rowsBelow(root: JsonNode, row: SchemaRow): readonly SchemaRow[] {
  const { parts, isListed, descriptions } = row;
  if (descriptions.length === 0 && parts.length < 2 && row.schemas[0]?.children.length === 0) return NO_ROWS;
  const above = { pointers: parts.map(({ path }) => toPointer(path)), above: row.above };
  const fields = isListed || parts.length < 2 ? [] : mergedFields(parts);
  const own = descriptions.length > 0 ? partRows(root, row, above) : otherRows(root, row, above);
  return [...fields.map((field) => fieldRow(root, field, row, above)), ...own];
}

/** What a schema contains, except for the fields that are listed elsewhere. */
function otherRows(root: JsonNode, row: SchemaRow, above: PlacesAbove): SchemaRow[] {
  const areListed = row.isListed || row.parts.length > 1;
  const children = row.schemas[0]?.children ?? [];
  return children
    .filter(({ kind }) => !areListed || kind !== 'property')
    .map((child) => {
      const { steps, schema, required } = child;
      const at = { path: [...row.path, ...steps], view: [...row.view, ...steps], schema, origin: null };
      return rowOf(root, child, at, above, {
        requiredBy: required ? [row.path] : [],
        isListed: areListed && steps[0] === 'allOf',
      });
    });
}

/** A field of several parts: as a row of its own if one part describes it, otherwise with a row for each. */
function fieldRow(root: JsonNode, field: MergedField, row: SchemaRow, above: PlacesAbove): SchemaRow {
  const { key, places, requiredBy } = field;
  const required = requiredBy.length > 0;
  const place: Place = { kind: 'property', label: key, steps: ['properties', key], required };
  const [first, ...others] = places;
  if (first && others.length === 0) return { ...rowOf(root, place, first, above), requiredBy };
  // No schema has this path: the row stands for several.
  const view = [...row.view, 'allOf', '*', 'properties', key];
  return {
    pointer: toPointer(view),
    path: view,
    view,
    place,
    schemas: places.map(({ schema }) => schema),
    parts: places.flatMap((each) => partsOf(root, each, above)),
    origin: null,
    descriptions: places.map((each) => toPointer(each.view)),
    requiredBy,
    isListed: false,
    above,
  };
}

/** One row for each part that describes a field. */
function partRows(root: JsonNode, row: SchemaRow, above: PlacesAbove): SchemaRow[] {
  return row.parts
    .filter(({ view }) => row.descriptions.includes(toPointer(view)))
    .map((part) => {
      const label = part.origin ? `in ${part.origin.label}` : 'here';
      const place: Place = { kind: 'part', label, steps: [], required: null };
      return { ...rowOf(root, place, part, above.above), isListed: true };
    });
}

function rowOf(
  root: JsonNode,
  place: Place,
  at: SchemaPart,
  above: PlacesAbove | null,
  { requiredBy = [], isListed = false }: Partial<Pick<SchemaRow, 'requiredBy' | 'isListed'>> = {},
): SchemaRow {
  const { schema, path, view, origin } = at;
  return {
    pointer: toPointer(view),
    path,
    view,
    place,
    schemas: [schema],
    // What is written in place counts its parts from here; what a definition has comes from the definition.
    parts: partsOf(root, origin?.definition ? at : { ...at, origin: null }, above),
    origin,
    descriptions: [],
    requiredBy,
    isListed,
    above,
  };
}
