import { isObject } from '../../../../src-server/json-schema/plain-json';

/** What is wrong with a payload as typed, in words; null if it can be sent. */
export function faultOfPayload(text: string): string | null {
  try {
    if (isObject(JSON.parse(text))) return null;
    return 'A payload is a JSON object, in braces.';
  } catch (cause) {
    return cause instanceof Error ? cause.message : 'This is not JSON.';
  }
}

/**
 * The body of a new message as text. The payload is inserted exactly as typed: parsing and serializing would turn 1.0
 * into 1 and lose digits of large numbers, and the receiver is promised the sender's text.
 */
export function messageBody(eventType: string, payloadText: string): string {
  return `{"eventType":${JSON.stringify(eventType)},"payload":${payloadText}}`;
}
