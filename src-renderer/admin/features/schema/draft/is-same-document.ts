import { parseJson } from '../../../../../src-server/json-schema/parse-json';
import { sameNode } from '../../../../../src-server/json-schema/same-json';

/** True if two texts are the same document, however they are written. @param text null: there is none */
export function isSameDocument(text: string | null, other: string): boolean {
  if (text === other) return true;
  const [a, b] = [parseJson(text ?? ''), parseJson(other)];
  return a.ok && b.ok && sameNode(a.node, b.node);
}
