import type { EventTypeFromOpenapi } from '../../contract/openapi-import';

/** One operation of the document, or one entry that has none. */
export interface WebhookEntry {
  /** JSON pointer of the operation, or of the entry. */
  readonly pointer: string;
  /** The key under `webhooks`. */
  readonly key: string;
  /** `post`, `put` ... as written. Null: the entry has no operation. */
  readonly method: string | null;
  /** The operation's own id; null when it has none. */
  readonly operationId: string | null;
  /** As the document has it; not always valid. */
  readonly name: string;
  readonly nameFrom: 'x-event-type' | 'key';
  /** Valid names it could have instead, best first. */
  readonly suggestions: readonly string[];
  /** Why it cannot be imported, whatever its name. Null: it can, and has `content`. */
  readonly refusal: string | null;
  /** What the document says about the event type. Null: it was refused. */
  readonly content: Omit<EventTypeFromOpenapi, 'name'> | null;
  /** What was lost or left out, as sentences. */
  readonly warnings: readonly string[];
}
