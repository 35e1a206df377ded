import { randomBytes } from 'node:crypto';

/** Cannot be guessed, so no caller's string can pass for a placeholder. */
const MARK = `raw:${randomBytes(18).toString('base64url')}:`;
const PLACEHOLDER = new RegExp(`"${MARK}(\\d+)"`, 'g');

/** The texts of the response being written right now; writing one is never interrupted. */
let texts: string[] = [];

/** JSON text included in a response unchanged: payloads keep their number spelling and key order. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Called by JSON.stringify; leaves a placeholder for stringifyBody. */
  toJSON(): string {
    return MARK + (texts.push(this.text) - 1);
  }
}

/** JSON text as part of a response, in place of the value it stands for; null stays null. */
export function rawJson<T>(text: string | null): T {
  return (text === null ? null : new RawJson(text)) as T;
}

/**
 * Writes a response as JSON with its RawJson texts in place. They are never parsed, so a payload nested a million levels
 * deep costs no stack.
 */
export function stringifyBody(body: unknown): string {
  if (body instanceof RawJson) return body.text;
  texts = [];
  const json = JSON.stringify(body);
  const found = texts;
  texts = [];
  if (found.length === 0) return json;
  return json.replace(PLACEHOLDER, (_all, index) => found[Number(index)] ?? 'null');
}
