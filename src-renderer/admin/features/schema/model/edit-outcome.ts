import type { JsonNode } from '../../../../../src-server/json-schema/json-node';
import { type Path, toPointer } from '../../../../../src-server/json-schema/json-pointer';
import { changeAt } from '../../../../../src-server/json-schema/node-path';
import { asSchema, type Place, ROOT_PLACE, type SchemaNode } from './schema-node';

/** The result of an edit: a changed document, or the reason for the refusal. */
export type EditOutcome = Edited | Refused;

interface Edited {
  readonly ok: true;
  readonly root: JsonNode;
  /** What was done, for the list of steps: "Rename total to amount". */
  readonly label: string;
  /** Pointer of the row that should have the focus. */
  readonly focus: string;
  /** True: the edited row itself is at `focus` now, with everything inside it. */
  readonly isMove?: boolean;
  /** What the edit removed besides what was asked for, in words: "the reference to Customer". Empty: nothing. */
  readonly dropped?: readonly string[];
}

interface Refused {
  readonly ok: false;
  /** The reason, in one sentence that says what to do instead. */
  readonly reason: string;
}

/** A schema of the document, and its role in the schema that contains it. */
export interface Located {
  readonly path: Path;
  readonly schema: SchemaNode;
  readonly place: Place;
  /** Path of the schema that contains it; for the root, its own path. */
  readonly holder: Path;
}

/** Finds the schema at a path; null if there is no row there. */
export function locate(root: JsonNode, path: Path): Located | null {
  let holder: Path = [];
  let at = 0;
  let place = ROOT_PLACE;
  let schema = asSchema(root);
  while (at < path.length) {
    const child = schema.children.find(({ steps }) =>
      steps.every((token, index) => path[at + index] === token),
    );
    if (!child) return null;
    holder = path.slice(0, at);
    at += child.steps.length;
    place = child;
    schema = child.schema;
  }
  return { path, schema, place, holder };
}

/** The document with the node at a path replaced. */
export function replaced(root: JsonNode, path: Path, next: JsonNode): JsonNode {
  return changeAt(root, path, () => next);
}

/** The document with one schema changed; the same where there is none, or one that is true or false. */
export function changeSchema(root: JsonNode, path: Path, change: (schema: SchemaNode) => JsonNode): JsonNode {
  return changeAt(root, path, (node) => (node.kind === 'object' ? change(asSchema(node)) : node));
}

/** An edit that succeeded. */
export function edited(root: JsonNode, label: string, focus: Path): Edited {
  return { ok: true, root, label, focus: toPointer(focus) };
}

/** An edit that put the row itself in another place. */
export function movedTo(root: JsonNode, label: string, focus: Path): Edited {
  return { ...edited(root, label, focus), isMove: true };
}

/** An edit that was refused. */
export function refused(reason: string): Refused {
  return { ok: false, reason };
}

export const GONE = refused('This row no longer exists.');

/** What the undo steps call a row. */
export function nameOf({ place }: Located): string {
  return place.kind === 'root' ? 'the event' : place.label === '' ? '""' : place.label;
}
