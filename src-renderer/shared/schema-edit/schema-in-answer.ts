import { get } from '../../../src-server/json-schema/json-node';
import { parseJson } from '../../../src-server/json-schema/parse-json';
import { laidOut } from '../../../src-server/json-schema/print-json';
import { rawMember } from '../../../src-server/json-schema/raw-json-text';

/**
 * The current schema in an API answer about one event type, with its key order and number spelling. Null: the event
 * type has none.
 */
export function schemaInAnswer(text: string): string | null {
  const parsed = parseJson(text);
  if (parsed.ok) {
    const schema = get(get(parsed.node, 'schemas'), '1');
    return schema ? laidOut(schema) : null;
  }
  // Nested more deeply than our reader goes: one line is better than nothing.
  return rawMember(rawMember(text, 'schemas') ?? '', '1') ?? null;
}

/** The body of a change that contains the schema verbatim, together with other fields. */
export function bodyWithSchema(schemaText: string, others: Readonly<Record<string, unknown>> = {}): string {
  const fields = JSON.stringify(others).slice(1, -1);
  return `{${fields}${fields === '' ? '' : ','}"schema":${schemaText}}`;
}
