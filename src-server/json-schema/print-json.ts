import type { JsonNode } from './json-node';

/**
 * The document as text, indented by two spaces as JSON.stringify would. What no edit touched is repeated as written,
 * including short lists on one line.
 */
export function printJson(node: JsonNode): string {
  return print(node, 0);
}

/**
 * JSON on several lines. Text with line breaks was laid out by somebody, and stays; text without any comes from a
 * machine. Keys keep their order, numbers and strings their spelling.
 */
export function laidOut(node: JsonNode): string {
  const written = node.source?.text.slice(node.source.start, node.source.end);
  if (written?.includes('\n')) return written;
  return print(node, 0, () => null);
}

function print(node: JsonNode, depth: number, writtenAt = asWritten): string {
  const kept = writtenAt(node, depth);
  if (kept !== null) return kept;
  if (node.kind === 'scalar') return node.raw;
  const parts =
    node.kind === 'array'
      ? node.items.map((item) => print(item, depth + 1, writtenAt))
      : node.members.map(({ key, value }) => `${JSON.stringify(key)}: ${print(value, depth + 1, writtenAt)}`);
  const [open, close] = node.kind === 'array' ? '[]' : '{}';
  if (parts.length === 0) return `${open}${close}`;
  const indent = '  '.repeat(depth);
  return `${open}\n${parts.map((part) => `${indent}  ${part}`).join(',\n')}\n${indent}${close}`;
}

/** The text a node was parsed from, if that still fits: multi-line text only at its original depth. */
function asWritten(node: JsonNode, depth: number): string | null {
  if (!node.source) return null;
  const { text, start, end } = node.source;
  const written = text.slice(start, end);
  return node.source.depth === depth || !written.includes('\n') ? written : null;
}
