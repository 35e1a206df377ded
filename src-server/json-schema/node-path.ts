import { arrayNode, type JsonNode, objectNode } from './json-node';
import { listIndex, type Path } from './json-pointer';

/** The node at a path; undefined when nothing is there. */
export function nodeAt(root: JsonNode, path: Path): JsonNode | undefined {
  let node: JsonNode | undefined = root;
  for (const token of path) {
    if (node?.kind === 'object') node = node.members.findLast(({ key }) => key === token)?.value;
    else if (node?.kind === 'array') node = node.items[listIndex(token) ?? -1];
    else return undefined;
  }
  return node;
}

/**
 * The document with one node changed; everything else is identical.
 * @param change gets the node and returns another, or null to remove it
 * @returns the same document when there is nothing at the path
 */
export function changeAt(root: JsonNode, path: Path, change: (node: JsonNode) => JsonNode | null): JsonNode {
  return changed(root, path, change) ?? root;
}

function changed(node: JsonNode, path: Path, change: (node: JsonNode) => JsonNode | null): JsonNode | null {
  const [token, ...rest] = path;
  if (token === undefined) return change(node);
  if (node.kind === 'object') {
    const at = node.members.findLastIndex(({ key }) => key === token);
    const member = node.members[at];
    if (!member) return node;
    const value = changed(member.value, rest, change);
    if (value === member.value) return node;
    return objectNode(value ? node.members.with(at, { key: token, value }) : node.members.toSpliced(at, 1));
  }
  const item = nodeAt(node, [token]);
  if (node.kind !== 'array' || !item) return node;
  const value = changed(item, rest, change);
  if (value === item) return node;
  const at = Number(token);
  return arrayNode(value ? node.items.with(at, value) : node.items.toSpliced(at, 1));
}

/** The path of the innermost value that contains a position of the text that the document was parsed from. */
export function pathAtOffset(root: JsonNode, offset: number): Path {
  const children = root.kind === 'object' ? root.members : [];
  // A key belongs to its value: text between two values belongs to the key of the second.
  let from = root.source?.start ?? 0;
  for (const { key, value } of children) {
    const end = value.source?.end ?? 0;
    if (offset > from && offset <= end) return [key, ...pathAtOffset(value, offset)];
    from = end;
  }
  if (root.kind !== 'array') return [];
  const at = root.items.findIndex(({ source }) => source && offset >= source.start && offset <= source.end);
  const item = root.items[at];
  return item ? [String(at), ...pathAtOffset(item, offset)] : [];
}
