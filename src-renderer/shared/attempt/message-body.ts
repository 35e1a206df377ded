import type { MessageOut } from '../../../src-server/contract/message';
import { parseOrdered, stringifyOrdered } from '../../../src-server/json-schema/ordered-json';
import { rawMember } from '../../../src-server/json-schema/raw-json-text';

/** A message with the body that its requests carry. */
export interface MessageWithBody extends MessageOut {
  /** The text that is sent, byte for byte: a signature is valid for no other text. Null: the content was removed. */
  readonly body: string | null;
}

/** Reads a message from the text of its response: parsing and serializing again could change the body. */
export function readMessage(text: string): MessageWithBody {
  const message = parseOrdered(text) as MessageOut;
  return { ...message, body: bodyOf(message.payload, rawMember(text, 'payload') ?? '') };
}

/** The body pretty-printed if it is JSON, with its key order and number spelling; otherwise unchanged. */
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
    // A raw body that is not a JSON object comes wrapped.
    if (key === 'rawPayload' && typeof value === 'string') return value;
  }
  return text;
}
