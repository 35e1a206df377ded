import type { JsonNode } from '../../../../../src-server/json-schema/json-node';
import { type Path, toPointer } from '../../../../../src-server/json-schema/json-pointer';
import { nodeAt } from '../../../../../src-server/json-schema/node-path';
import {
  type MergedField,
  mergedFields,
  type PartOrigin,
  type PlacesAbove,
  partsOf,
  type SchemaPart,
} from './parts-of';
import { type Place, placesIn } from './schema-places';

/** A row before it is known whether it is visible. */
export interface RowDraft {
  readonly pointer: string;
  readonly path: Path;
  readonly view: Path;
  readonly place: Place;
  /** What it shows: one schema, or all that describe one field. */
  readonly schemas: readonly JsonNode[];
  /** The schemas with the parts of their `allOf`; empty for a value that is not a schema. */
  readonly parts: readonly SchemaPart[];
  readonly origin: PartOrigin | null;
  /** Pointers of the rows that describe the field together. */
  readonly descriptions: readonly string[];
  readonly requiredBy: readonly Path[];
  /** True if its fields are shown in a list above it, with those of other parts. */
  readonly isListed: boolean;
  readonly above: PlacesAbove | null;
}

const ROOT: Place = { kind: 'root', label: 'event', steps: [], required: null };

/** The row of the whole document. */
export function rootDraft(root: JsonNode): RowDraft {
  return draftOf(root, ROOT, { schema: root, path: [], view: [], origin: null }, null);
}

/** The rows of a document by the pointer of the row above: problems, focus and grid ask for the same again. */
const known = new WeakMap<JsonNode, Map<string, readonly RowDraft[]>>();

/** The rows below a row: first its fields, those of all parts of an `allOf` in one list. */
export function rowsIn(root: JsonNode, row: RowDraft): readonly RowDraft[] {
  const rows = known.get(root) ?? new Map<string, readonly RowDraft[]>();
  known.set(root, rows);
  const found = rows.get(row.pointer) ?? rowsBelow(root, row);
  rows.set(row.pointer, found);
  return found;
}

function rowsBelow(root: JsonNode, row: RowDraft): readonly RowDraft[] {
  const { parts, above: outer, isListed, descriptions } = row;
  const above = { pointers: parts.map(({ path }) => toPointer(path)), above: outer };
  const fields = isListed || parts.length < 2 ? [] : mergedFields(parts);
  const own = descriptions.length > 0 ? partRows(root, row, above) : otherRows(root, row, above);
  return [...fields.map((field) => fieldRow(root, field, row, above)), ...own];
}

/** What a schema contains, except for the fields that are listed elsewhere. */
function otherRows(root: JsonNode, row: RowDraft, above: PlacesAbove): RowDraft[] {
  const [schema] = row.schemas;
  if (!schema) return [];
  const areListed = row.isListed || row.parts.length > 1;
  return placesIn(schema).flatMap((place) => {
    if (areListed && place.kind === 'property') return [];
    const node = nodeAt(schema, place.steps);
    if (!node) return [];
    const [path, view] = [
      [...row.path, ...place.steps],
      [...row.view, ...place.steps],
    ];
    const draft = draftOf(root, place, { schema: node, path, view, origin: null }, above);
    const required = place.required ? [row.path] : [];
    const isPart = areListed && place.steps[0] === 'allOf';
    return [{ ...draft, requiredBy: required, isListed: isPart }];
  });
}

/** A field of several parts: as a row of its own if one part describes it, otherwise with a row for each. */
function fieldRow(root: JsonNode, field: MergedField, row: RowDraft, above: PlacesAbove): RowDraft {
  const { key, places, requiredBy } = field;
  const place: Place = {
    kind: 'property',
    label: key,
    steps: ['properties', key],
    required: requiredBy.length > 0,
  };
  const [first, ...others] = places;
  if (first && others.length === 0) return { ...draftOf(root, place, first, above), requiredBy };
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
function partRows(root: JsonNode, row: RowDraft, above: PlacesAbove): RowDraft[] {
  return row.parts
    .filter(({ view }) => row.descriptions.includes(toPointer(view)))
    .map((part) => {
      const label = part.origin ? `in ${part.origin.label}` : 'here';
      const place: Place = { kind: 'part', label, steps: [], required: null };
      return { ...draftOf(root, place, part, above.above), isListed: true };
    });
}

function draftOf(root: JsonNode, place: Place, at: SchemaPart, above: PlacesAbove | null): RowDraft {
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
    requiredBy: [],
    isListed: false,
    above,
  };
}
