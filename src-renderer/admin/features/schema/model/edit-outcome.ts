import type { JsonNode } from '../../../../../src-server/json-schema/json-node';
import { type Path, toPointer } from '../../../../../src-server/json-schema/json-pointer';
import { nodeAt } from '../../../../../src-server/json-schema/node-path';
import { type Place, placesIn } from './schema-places';

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
  readonly node: JsonNode;
  readonly place: Place;
  /** Path of the schema that contains it; for the root, its own path. */
  readonly holder: Path;
}

/** Finds the schema at a path; null if there is no row there. */
export function locate(root: JsonNode, path: Path): Located | null {
  let holder: Path = [];
  let at: Path = [];
  let place: Place = { kind: 'root', label: 'event', steps: [], required: null };
  let node: JsonNode = root;
  while (at.length < path.length) {
    const next = placesIn(node).find(({ steps }) =>
      steps.every((token, index) => path[at.length + index] === token),
    );
    const child = next && nodeAt(node, next.steps);
    if (!next || !child) return null;
    holder = at;
    at = [...at, ...next.steps];
    place = next;
    node = child;
  }
  return { path, node, place, holder };
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

/** What the undo steps call a row. */
export function nameOf({ place }: Located): string {
  return place.kind === 'root' ? 'the event' : place.label === '' ? '""' : place.label;
}
