/** All that a terminal obeys, or that moves or hides the text around it. What joins letters and emoji is left alone. */
const UNPRINTABLE = /(?!\u200c|\u200d|[\ufe00-\ufe0f])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_C}\p{DI}]/gu;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * A text as one line of a terminal: characters that are no text are written as escapes of JSON. In a JSON text without
 * line breaks between its tokens, this changes no value.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (part) => SHORT[part] ?? part.split('').map(escaped).join(''));
}

/** Of one unit of UTF-16. */
function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
