import type { JsonNode } from '../../../../src-server/json-schema/json-node';
import { type JsonFault, parseJson } from '../../../../src-server/json-schema/parse-json';

/** A text as a schema. */
type ReadSchema =
  | { readonly root: JsonNode; readonly fault: null }
  | { readonly root: null; readonly fault: JsonFault };

/** Enough for the text that is edited, the one before it and the last valid one. */
const KEPT_MAX = 4;
const kept = new Map<string, ReadSchema>();

/** Reads a text as a schema, or says why it is none. The last few are remembered: each key asks several times. */
export function readSchema(text: string): ReadSchema {
  const read = kept.get(text) ?? parse(text);
  kept.delete(text);
  kept.set(text, read);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT_MAX) break;
    kept.delete(oldest);
  }
  return read;
}

const NOT_A_SCHEMA = { label: 'a schema is an object, true or false', offset: 0, line: 1, column: 1 };

function parse(text: string): ReadSchema {
  const parsed = parseJson(text);
  if (!parsed.ok) return { root: null, fault: parsed.fault };
  const { node } = parsed;
  const fits = node.kind === 'object' || (node.kind === 'scalar' && /^(true|false)$/.test(node.raw));
  return fits ? { root: node, fault: null } : { root: null, fault: NOT_A_SCHEMA };
}
