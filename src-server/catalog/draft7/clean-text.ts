import { cutText } from '../../contract/cut-text';
import { DESCRIPTION_MAX_LENGTH, TEXT_PATTERN } from '../../contract/names';

/** A text that can be stored and shown, and what had to be changed for that. */
interface CleanText {
  readonly text: string;
  /** What was changed, in plain words; empty when nothing was. */
  readonly changes: readonly string[];
}

// The control characters that no text field may hold: the complement of TEXT_PATTERN.
const forbidden = new RegExp(TEXT_PATTERN.replace('^[^', '[').replace(/\*\$$/, ''), 'g');
const loneSurrogate = /\p{Surrogate}/gu;

/** True when a string contains something that no JSON store keeps faithfully: U+0000 or half a surrogate pair. */
export function isUnstorable(text: string): boolean {
  return text.includes('\0') || text.search(loneSurrogate) >= 0;
}

/** The string with U+0000 and halves of surrogate pairs replaced by U+FFFD. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').replace(loneSurrogate, '\uFFFD');
}

/** Makes a description storable: control characters removed, halves of surrogate pairs replaced, cut at the limit. */
export function cleanDescription(raw: string): CleanText {
  const changes: string[] = [];
  let text = raw;
  if (text.search(forbidden) >= 0) {
    text = text.replace(forbidden, '');
    changes.push('control characters were removed from the description');
  }
  if (text.search(loneSurrogate) >= 0) {
    text = text.replace(loneSurrogate, '\uFFFD');
    changes.push('broken characters (half a surrogate pair) in the description were replaced');
  }
  if (text.length > DESCRIPTION_MAX_LENGTH) {
    changes.push(`the description of ${text.length} characters was cut to ${DESCRIPTION_MAX_LENGTH}`);
    // Not in the middle of a surrogate pair, and with room for the mark that something is missing.
    text = `${cutText(text, DESCRIPTION_MAX_LENGTH - 1)}…`;
  }
  return { text, changes };
}
