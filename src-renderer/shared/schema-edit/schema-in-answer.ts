import { get } from '../../../src-server/json-schema/json-node';
import { parseJson } from '../../../src-server/json-schema/parse-json';
import { laidOut } from '../../../src-server/json-schema/print-json';
import { rawMember } from '../../../src-server/json-schema/raw-json-text';

/**
 * The current schema in an answer of the API about one event type, with its keys in their order and its numbers as
 * they are spelled. Null: the event type has none.
 */
export function schemaInAnswer(text: string): string | null {
  const parsed = parseJson(text);
  if (parsed.ok) {
    const schema = get(get(parsed.node, 'schemas'), '1');
    return schema ? laidOut(schema) : null;
  }
  // Nested deeper than our reader goes: better on one line than not at all.
  return rawMember(rawMember(text, 'schemas') ?? '', '1') ?? null;
}

/** The body of a change that has the schema in it letter by letter, beside other fields. */
export function bodyWithSchema(schemaText: string, others: Readonly<Record<string, unknown>> = {}): string {
  const fields = JSON.stringify(others).slice(1, -1);
  return `{${fields}${fields === '' ? '' : ','}"schema":${schemaText}}`;
}
