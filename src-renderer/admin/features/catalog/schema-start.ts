import { type JsonFault, parseJson } from '../../../../src-server/json-schema/parse-json';
import { laidOut } from '../../../../src-server/json-schema/print-json';
import { inferSchema, looksLikeSchema } from '../../parts/infer-schema';

/** What a text is meant to be. */
export type StartKind = 'sample' | 'schema';

/** The initial schema of a new event type. */
export interface SchemaStart {
  /** Null: nothing was given. */
  readonly kind: StartKind | null;
  /** The schema, as text; null: none, or the text has an error. */
  readonly schema: string | null;
  readonly fault: JsonFault | null;
}

const NOTHING: SchemaStart = { kind: null, schema: null, fault: null };
const NOT_AN_OBJECT = { offset: 0, line: 1, column: 1 };

/**
 * Reads a sample event, from which a schema is inferred, or a schema, which is taken verbatim.
 * @param chosen what the user says it is; null: what it looks like
 */
export function readStart(text: string, chosen: StartKind | null): SchemaStart {
  if (text.trim() === '') return NOTHING;
  const parsed = parseJson(text);
  if (!parsed.ok) return { ...NOTHING, kind: chosen, fault: parsed.fault };
  const { node } = parsed;
  const isBoolean = node.kind === 'scalar' && /^(true|false)$/.test(node.raw);
  const kind = chosen ?? (isBoolean || looksLikeSchema(node) ? 'schema' : 'sample');
  if (node.kind !== 'object' && !(kind === 'schema' && isBoolean)) {
    const label =
      kind === 'schema' ? 'a schema must be an object, true or false' : 'an event must be an object';
    return { ...NOTHING, kind, fault: { label, ...NOT_AN_OBJECT } };
  }
  const schema = kind === 'schema' ? node : inferSchema([node]);
  return { kind, schema: laidOut(schema), fault: null };
}
