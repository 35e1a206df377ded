import { parseJson } from '../../../../src-server/json-schema/parse-json';

/** What is wrong with a payload as typed, in words; null if it can be sent. */
export function faultOfPayload(text: string): string | null {
  const parsed = parseJson(text);
  if (parsed.ok) return parsed.node.kind === 'object' ? null : 'A payload is a JSON object, in braces.';
  const { line, column, label } = parsed.fault;
  return `Invalid JSON at line ${line}, column ${column}: ${label}.`;
}

/**
 * The body of a new message as text. The payload is inserted exactly as typed: parsing and serializing would turn 1.0
 * into 1 and lose digits of large numbers, and the receiver is promised the sender's text.
 */
export function messageBody(eventType: string, payloadText: string): string {
  return `{"eventType":${JSON.stringify(eventType)},"payload":${payloadText}}`;
}
