import { type JsonNode, plainOf, textOf } from '../../../src-server/json-schema/json-node';
import { fromPointer, type Path, toPointer } from '../../../src-server/json-schema/json-pointer';
import { nodeAt } from '../../../src-server/json-schema/node-path';
import { constraintLabel } from './constraint-label';
import { type Place, placesIn } from './schema-places';
import { type SchemaType, typeOf } from './schema-type';

/** One line of the grid: one schema of the document. */
export interface EditRow {
  /** Its JSON pointer; "" is the root. */
  readonly pointer: string;
  readonly path: Path;
  readonly place: Place;
  /** From 1, for the root. */
  readonly level: number;
  /** Its position among its siblings, from 1. */
  readonly position: number;
  readonly siblings: number;
  /** Pointer of the row it belongs to; null for the root. */
  readonly parent: string | null;
  readonly schema: JsonNode;
  readonly type: SchemaType;
  readonly constraints: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
}

/** Rows opened or closed by hand, by pointer; rows that are not listed are open down to a level. */
export type Openness = ReadonlyMap<string, boolean>;

/** Everything is open down to this level at first. */
const OPEN_LEVELS = 4;
const ROOT: Place = { kind: 'root', label: 'event', steps: [], required: null };

/** The visible rows, from top to bottom. Closed branches cost nothing. */
export function visibleRows(root: JsonNode, openness: Openness): EditRow[] {
  const rows: EditRow[] = [];
  const add = (
    schema: JsonNode,
    place: Place,
    at: Pick<EditRow, 'path' | 'level' | 'position' | 'siblings'>,
  ) => {
    const pointer = toPointer(at.path);
    const children = placesIn(schema);
    const parent = at.level === 1 ? null : toPointer(at.path.slice(0, -place.steps.length));
    const opened = openness.get(pointer) ?? openAtFirst(place, at.level);
    const isOpen = children.length > 0 && opened;
    rows.push({
      pointer,
      place,
      ...at,
      parent,
      schema,
      type: typeOf(schema),
      constraints: constraintLabel(schema),
      description: textOf(schema, 'description') ?? '',
      deprecated: plainOf(schema, 'deprecated') === true,
      hasChildren: children.length > 0,
      isOpen,
    });
    if (!isOpen) return;
    for (const [index, child] of children.entries()) {
      const node = nodeAt(schema, child.steps);
      if (!node) continue;
      add(node, child, {
        path: [...at.path, ...child.steps],
        level: at.level + 1,
        position: index + 1,
        siblings: children.length,
      });
    }
  };
  add(root, ROOT, { path: [], level: 1, position: 1, siblings: 1 });
  return rows;
}

function openAtFirst(place: Place, level: number): boolean {
  return place.kind === 'definition' ? false : level < OPEN_LEVELS;
}

/** Openness in which a row is visible: everything above it is open. */
export function opened(root: JsonNode, openness: Openness, pointer: string): Openness {
  const next = new Map(openness);
  let path: Path = [];
  let schema = root;
  const wanted = fromPointer(pointer);
  for (;;) {
    const child = placesIn(schema).find(({ steps }) => begins(wanted, [...path, ...steps]));
    if (!child) return next;
    next.set(toPointer(path), true);
    path = [...path, ...child.steps];
    const node = nodeAt(root, path);
    if (!node) return next;
    schema = node;
  }
}

/** The row that contains a pointer: the pointer's own, or that of the innermost schema around it. */
export function rowAround(root: JsonNode, pointer: string): string {
  const wanted = fromPointer(pointer);
  let path: Path = [];
  for (let schema: JsonNode | undefined = root; schema; schema = nodeAt(root, path)) {
    const child = placesIn(schema).find(({ steps }) => begins(wanted, [...path, ...steps]));
    if (!child) break;
    path = [...path, ...child.steps];
  }
  return toPointer(path);
}

function begins(path: Path, start: Path): boolean {
  return start.length <= path.length && start.every((token, index) => path[index] === token);
}
