import type { JsonNode } from './json-node';

/** Numbers written with more characters may be told apart by nothing but their spelling. */
const DIGITS_EXACT = 15;

/** True if two nodes are the same JSON value, however they are written. The order of keys is no difference. */
export function sameNode(a: JsonNode, b: JsonNode): boolean {
  if (a === b) return true;
  if (a.kind === 'scalar' && b.kind === 'scalar') {
    if (a.raw === b.raw) return true;
    const isLong = !a.raw.startsWith('"') && Math.max(a.raw.length, b.raw.length) > DIGITS_EXACT;
    return !isLong && JSON.parse(a.raw) === JSON.parse(b.raw);
  }
  if (a.kind === 'array' && b.kind === 'array') {
    const others = b.items;
    return (
      a.items.length === others.length &&
      a.items.every((item, at) => {
        const other = others[at];
        return other !== undefined && sameNode(item, other);
      })
    );
  }
  if (a.kind !== 'object' || b.kind !== 'object') return false;
  // Of a key that stands twice the last counts, as for JSON.parse.
  const [mine, theirs] = [a, b].map(
    (node) => new Map(node.members.map(({ key, value }) => [key, value] as const)),
  );
  if (!mine || !theirs || mine.size !== theirs.size) return false;
  return [...mine].every(([key, value]) => {
    const other = theirs.get(key);
    return other !== undefined && sameNode(value, other);
  });
}
