import type { JsonNode } from '../../../src-server/json-schema/json-node';
import { fromPointer } from '../../../src-server/json-schema/json-pointer';
import { nodeAt } from '../../../src-server/json-schema/node-path';

/** A place in the text of a document. */
export interface TextPlace {
  /** First character, and one after the last. */
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly line: number;
}

/**
 * Where a JSON pointer is in the text that a document was parsed from: the first line of the value. A value that is
 * missing is at the bracket of the object or list that should have it.
 */
export function textPlace(root: JsonNode, pointer: string): TextPlace {
  const path = fromPointer(pointer);
  let depth = path.length;
  let node = nodeAt(root, path);
  while (!node?.source && depth > 0) {
    depth -= 1;
    node = nodeAt(root, path.slice(0, depth));
  }
  const { text, start, end } = node?.source ?? { text: '', start: 0, end: 0 };
  const lineEnd = text.indexOf('\n', start);
  const isMissing = depth < path.length;
  return {
    start,
    end: isMissing ? Math.min(start + 1, end) : lineEnd < 0 ? end : Math.min(end, lineEnd),
    line: lineOf(text, start),
  };
}

function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
