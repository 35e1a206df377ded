import { randomBytes } from 'node:crypto';

/** JSON text that stands in an answer exactly as it is: payloads keep their number spelling and key order. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Cannot be guessed, so no caller's string can pass for a placeholder. */
const MARK = `raw:${randomBytes(18).toString('base64url')}:`;
const PLACEHOLDER = new RegExp(`"${MARK}(\\d+)"`, 'g');

/**
 * Writes an answer as JSON with its RawJson texts in place. They are never parsed, so a payload nested a
 * million deep costs no stack.
 */
export function stringifyAnswer(body: unknown): string {
  const texts: string[] = [];
  const json = JSON.stringify(body, (_key, value) => {
    if (!(value instanceof RawJson)) return value;
    return MARK + (texts.push(value.text) - 1);
  });
  if (texts.length === 0) return json;
  return json.replace(PLACEHOLDER, (_all, index) => texts[Number(index)] ?? 'null');
}
