import type { ScalarNode } from '../../../src-server/json-schema/json-node';

/** JSON that is one value and no text. */
const PLAIN = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;
/** One value of a list, which may stand in quotes because of a comma in it. */
const LISTED = /\s*("(?:[^"\\]|\\.)*"|[^,]*?)\s*(?:,|$)/y;

/**
 * A value as typed: a number, true, false or null if it looks like one, otherwise text. In quotes, it is text.
 * @param isText true: its field is always text, and quotes are a part of it
 */
export function readValue(text: string, isText: boolean): ScalarNode {
  const trimmed = text.trim();
  if (!isText && (PLAIN.test(trimmed) || isQuoted(trimmed))) return scalar(trimmed);
  return scalar(JSON.stringify(text));
}

/** The same as somebody would type it. */
export function valueText({ raw }: ScalarNode, isText: boolean): string {
  if (!raw.startsWith('"')) return raw;
  const text: string = JSON.parse(raw);
  return isText || JSON.parse(readValue(text, false).raw) === text ? text : raw;
}

/** Values as typed, separated by commas; one with a comma in it stands in quotes. */
export function readValues(text: string, isText: boolean): readonly ScalarNode[] {
  const values: ScalarNode[] = [];
  LISTED.lastIndex = 0;
  while (LISTED.lastIndex < text.length) {
    const [, value = ''] = LISTED.exec(text) ?? [];
    if (value !== '') values.push(isQuoted(value) ? scalar(value) : readValue(value, isText));
    if (LISTED.lastIndex === 0) break;
  }
  return values;
}

export function valuesText(values: readonly ScalarNode[], isText: boolean): string {
  return values
    .map((value) => {
      const text = valueText(value, isText);
      return /[,"]|^\s|\s$|^$/.test(text) ? value.raw : text;
    })
    .join(', ');
}

function isQuoted(text: string): boolean {
  if (!text.startsWith('"')) return false;
  try {
    return typeof JSON.parse(text) === 'string';
  } catch {
    return false;
  }
}

function scalar(raw: string): ScalarNode {
  return { kind: 'scalar', raw, source: null };
}
