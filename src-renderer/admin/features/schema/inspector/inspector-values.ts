import {
  arrayNode,
  fromValue,
  type JsonNode,
  toValue,
} from '../../../../../src-server/json-schema/json-node';
import { stringifyOrdered } from '../../../../../src-server/json-schema/ordered-json';
import { parseJson } from '../../../../../src-server/json-schema/parse-json';
import { printJson } from '../../../../../src-server/json-schema/print-json';
import type { SchemaNode } from '../model/schema-node';

/** The text typed into a field of the inspector, parsed: a value, nothing, or what is wrong with it. */
export type TypedValue =
  | { readonly ok: true; readonly value: JsonNode | null }
  | { readonly ok: false; readonly label: string };

const NOTHING: TypedValue = { ok: true, value: null };

/** A number, as written. */
export function typedNumber(text: string, isWhole: boolean): TypedValue {
  const trimmed = text.trim();
  if (trimmed === '') return NOTHING;
  const parsed = parseJson(trimmed);
  if (!parsed.ok || typeof toValue(parsed.node) !== 'number') return { ok: false, label: 'Enter a number.' };
  if (isWhole && !/^\d+$/.test(trimmed)) return { ok: false, label: 'Enter a whole number, 0 or more.' };
  return { ok: true, value: parsed.node };
}

/** Text, unchanged; empty means none. */
export function typedText(text: string): TypedValue {
  return text.trim() === '' ? NOTHING : { ok: true, value: fromValue(text) };
}

/** A JSON value. If the type is a string, its quotes may be omitted. */
export function typedValue(text: string, schema: SchemaNode): TypedValue {
  const trimmed = text.trim();
  if (trimmed === '') return NOTHING;
  const parsed = parseJson(trimmed);
  const { choice, nullable } = schema.type;
  if (choice === 'string') {
    const kept = parsed.ok && (trimmed.startsWith('"') || (nullable && trimmed === 'null'));
    return { ok: true, value: kept ? parsed.node : fromValue(trimmed) };
  }
  if (parsed.ok) return { ok: true, value: parsed.node };
  return { ok: false, label: `This is not JSON: ${parsed.fault.label}. Text needs double quotes.` };
}

/** Values, one per line. */
export function typedList(text: string, schema: SchemaNode): TypedValue {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const items: JsonNode[] = [];
  for (const [index, line] of lines.entries()) {
    const typed = typedValue(line, schema);
    if (!typed.ok) return { ok: false, label: `Line ${index + 1}: ${typed.label}` };
    if (typed.value) items.push(typed.value);
  }
  return items.length === 0 ? NOTHING : { ok: true, value: arrayNode(items) };
}

/** A keyword's value as a field shows it; "" if it is absent. */
export function shownValue(schema: SchemaNode, keyword: string): string {
  const node = schema.get(keyword);
  return node ? shown(node, schema) : '';
}

/** The values of a list, one per line; null if one of them needs several lines. */
export function shownList(schema: SchemaNode, keyword: string): string | null {
  const node = schema.get(keyword);
  if (!node) return '';
  if (node.kind !== 'array' || node.items.some(({ kind }) => kind !== 'scalar')) return null;
  return node.items.map((item) => shown(item, schema)).join('\n');
}

function shown(node: JsonNode, schema: SchemaNode): string {
  const isText = node.kind === 'scalar' && node.raw.startsWith('"');
  if (!isText || schema.type.choice !== 'string')
    return node.kind === 'scalar' ? node.raw : stringifyOrdered(toValue(node));
  const text = toValue(node) as string;
  // A value that would otherwise be parsed differently keeps its quotes.
  return text === 'null' || text.trim() !== text || text.startsWith('"') || text.includes('\n') || text === ''
    ? printJson(node)
    : text;
}
