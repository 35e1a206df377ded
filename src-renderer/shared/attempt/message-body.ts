import type { MessageOut } from '../../../src-server/contract/message';
import { parseOrdered, stringifyOrdered } from '../../../src-server/json-schema/ordered-json';
import { rawMember } from '../../../src-server/json-schema/raw-json-text';

/** A message with the body of its requests. */
export interface MessageWithBody extends MessageOut {
  /** The text that is sent, byte for byte: a signature holds for no other. Null: the content was removed. */
  readonly body: string | null;
}

/** Reads a message from the text of its answer: parsed and written again, a body may be another one. */
export function readMessage(answer: string): MessageWithBody {
  const message = parseOrdered(answer) as MessageOut;
  return { ...message, body: bodyOf(message.payload, rawMember(answer, 'payload') ?? '') };
}

/** The body on lines of its own where it is JSON, with its order of keys and spelling of numbers; else as it is. */
export function laidOutBody(body: string): string {
  try {
    return stringifyOrdered(parseOrdered(body), 2);
  } catch {
    return body;
  }
}

function bodyOf(payload: MessageOut['payload'], text: string): string | null {
  const [first, ...others] = Object.entries(payload);
  if (first && others.length === 0) {
    const [key, value] = first;
    if (key === 'expired' && value === true) return null;
    // A raw body that is no JSON object comes wrapped.
    if (key === 'rawPayload' && typeof value === 'string') return value;
  }
  return text;
}
