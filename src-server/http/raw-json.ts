import { randomBytes } from 'node:crypto';

/** Cannot be guessed, so no caller's string can pass for a placeholder. */
const MARK = `raw:${randomBytes(18).toString('base64url')}:`;
const PLACEHOLDER = new RegExp(`"${MARK}(\\d+)"`, 'g');

/** The texts of the answer that is being written right now; writing one is never interrupted. */
let texts: string[] = [];

/** JSON text that stands in an answer exactly as it is: payloads keep their number spelling and key order. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Called by JSON.stringify; leaves a placeholder for stringifyAnswer. */
  toJSON(): string {
    return MARK + (texts.push(this.text) - 1);
  }
}

/** JSON text as a part of an answer, in the place of the value that it says; null stays null. */
export function rawJson<T>(text: string | null): T {
  return (text === null ? null : new RawJson(text)) as T;
}

/**
 * Writes an answer as JSON with its RawJson texts in place. They are never parsed, so a payload nested a
 * million deep costs no stack.
 */
export function stringifyAnswer(body: unknown): string {
  if (body instanceof RawJson) return body.text;
  texts = [];
  const json = JSON.stringify(body);
  const found = texts;
  texts = [];
  if (found.length === 0) return json;
  return json.replace(PLACEHOLDER, (_all, index) => found[Number(index)] ?? 'null');
}
