import { LIMITS } from '../contract/limits';
import { ENGLISH_TEXTS } from '../contract/portal-texts/english-texts';
import { listTexts } from '../contract/portal-texts/list-texts';
import { messageFormat } from './message-format';
import { textArguments } from './text-arguments';

/** How deep braces may nest: two choices within each other, and an argument in them. */
const DEEPEST = 8;

const english = listTexts(ENGLISH_TEXTS);

/**
 * What is wrong with a text that a sender wrote in place of another, in a sentence or two; null: nothing.
 * @param path which text it replaces, such as `endpoints.sum`
 */
export function textFault(path: string, text: string): string | null {
  const original = english.get(path);
  if (original === undefined) return `The portal has no text "${path}".`;
  if (text.trim() === '') return 'The text is empty.';
  const { max } = LIMITS.portalText;
  if (text.length > max) return `The text has ${text.length} characters; at most ${max} are allowed.`;
  if (depthOf(text) > DEEPEST) return `Braces nest deeper than ${DEEPEST} levels.`;
  try {
    return argumentFault(text, original) ?? formatFault(text);
  } catch (cause) {
    return `The text is no ICU message: ${reasonOf(cause)}. To show a brace, write '{' with the apostrophes.`;
  }
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const sign of text) {
    if (sign === '{') deepest = Math.max(deepest, ++depth);
    else if (sign === '}') depth--;
  }
  return deepest;
}

/** What it asks for that the original text is not given. */
function argumentFault(text: string, original: string): string | null {
  const known = textArguments(original);
  for (const [name, kinds] of textArguments(text)) {
    const given = known.get(name);
    if (!given)
      return `The text uses {${name}}, which is not available here. ${available([...known.keys()])}`;
    if (kinds.has('date'))
      return `{${name}} is no date: dates and times come ready to be read. Write {${name}}.`;
    if (kinds.has('number') && !given.has('number')) return `{${name}} is no number. Write {${name}}.`;
  }
  return null;
}

function available(names: readonly string[]): string {
  if (names.length === 0) return 'This text has no arguments.';
  return `Available: ${names.map((name) => `{${name}}`).join(', ')}.`;
}

/** Some ways to write a number are refused only once there is one. */
function formatFault(text: string): null {
  const message = messageFormat(text, 'en');
  const names = [...textArguments(text).keys()];
  for (const value of [1, 2.5]) message.format(Object.fromEntries(names.map((name) => [name, value])));
  return null;
}

/** The parser names its reason in capitals, and the place. */
function reasonOf(cause: unknown): string {
  const { message, location } = cause as Error & { location?: { start: { line: number; column: number } } };
  const words = /^[A-Z_]+$/.test(message) ? message.toLowerCase().replaceAll('_', ' ') : message;
  return location ? `${words} at line ${location.start.line}, column ${location.start.column}` : words;
}
