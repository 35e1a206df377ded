import { type JsonNode, plainOf, textOf } from '../../../../../src-server/json-schema/json-node';
import type { Path } from '../../../../../src-server/json-schema/json-pointer';
import { constraintLabel } from './constraint-label';
import { typeOfAll, typeWithParts } from './merged-type';
import type { PartOrigin, SchemaPart } from './parts-of';
import { type RowDraft, rootDraft, rowsIn } from './row-drafts';
import type { Place } from './schema-places';
import type { SchemaType } from './schema-type';

/** One line of the grid: one schema of the document, or one field that several parts of an `allOf` describe. */
export interface EditRow {
  /** "" is the root; a JSON pointer that may lead through the references of an `allOf`. Unique in the grid. */
  readonly pointer: string;
  /** Where its schema is in the document. */
  readonly path: Path;
  readonly place: Place;
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
  /** The part of an `allOf` that it comes from; null outside of one, and for a field that several parts describe. */
  readonly origin: PartOrigin | null;
  /** Pointers of the rows below that describe this field together; empty if it has one description. */
  readonly descriptions: readonly string[];
  /** Paths of the schemas that require it. */
  readonly requiredBy: readonly Path[];
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
}

/** Rows opened or closed by hand, by pointer; rows that are not listed are open down to a level. */
export type Openness = ReadonlyMap<string, boolean>;

/** Everything is open down to this level at first. */
const OPEN_LEVELS = 4;

/** The visible rows, from top to bottom. Closed branches cost little. */
export function visibleRows(root: JsonNode, openness: Openness): EditRow[] {
  const rows: EditRow[] = [];
  const add = (draft: RowDraft, at: Pick<EditRow, 'level' | 'position' | 'siblings' | 'parent'>) => {
    const children = rowsIn(root, draft);
    const isOpen =
      children.length > 0 && (openness.get(draft.pointer) ?? openAtFirst(draft, at.level, children));
    rows.push({ ...at, ...shown(draft), hasChildren: children.length > 0, isOpen });
    if (!isOpen) return;
    for (const [index, child] of children.entries()) {
      const place = { level: at.level + 1, position: index + 1, siblings: children.length };
      add(child, { ...place, parent: draft.pointer });
    }
  };
  add(rootDraft(root), { level: 1, position: 1, siblings: 1, parent: null });
  return rows;
}

function shown(draft: RowDraft) {
  const { pointer, path, place, schemas, parts, origin, descriptions, requiredBy } = draft;
  const layers = parts.length > 0 ? parts.map(({ schema }) => schema) : schemas;
  const [schema] = schemas;
  return {
    pointer,
    path,
    place,
    origin,
    descriptions,
    requiredBy,
    type: schema && schemas.length === 1 ? typeWithParts(schema) : typeOfAll(schemas, parts),
    constraints: [...new Set(layers.map(constraintLabel))].filter((label) => label !== '').join(' · '),
    description: layers.map((layer) => textOf(layer, 'description') ?? '').find((text) => text !== '') ?? '',
    describedAt: parts.find(isOwnDescription)?.path ?? path,
    deprecated: layers.some((layer) => plainOf(layer, 'deprecated') === true),
  };
}

/** True for a part that is written in place and has a description. */
function isOwnDescription({ schema, origin }: SchemaPart): boolean {
  return !origin?.definition && (textOf(schema, 'description') ?? '') !== '';
}

/** Parts alone are no content: `event_id` is its definition with a description, not a tree. */
function openAtFirst(
  { place, descriptions }: RowDraft,
  level: number,
  children: readonly RowDraft[],
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
export function rowAt(root: JsonNode, pointer: string): RowDraft | null {
  const found = wayTo(root, pointer).at(-1);
  return found?.pointer === pointer ? found : null;
}

/** The rows from the root to the one that contains a pointer. */
function wayTo(root: JsonNode, pointer: string): RowDraft[] {
  const way: RowDraft[] = [];
  for (let next: RowDraft | undefined = rootDraft(root); next; ) {
    way.push(next);
    let best: RowDraft | undefined;
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
