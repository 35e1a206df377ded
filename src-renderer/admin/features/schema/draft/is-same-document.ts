import { parseJson } from '../../../../../src-server/json-schema/parse-json';
import { sameNode } from '../../../../../src-server/json-schema/same-json';

/** True if two texts are the same document, however they are written. @param one null: there is none */
export function isSameDocument(one: string | null, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [parseJson(one ?? ''), parseJson(other)];
  return a.ok && b.ok && sameNode(a.node, b.node);
}
