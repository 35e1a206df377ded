/** A run of code in one color. The texts of all tokens joined are the input, whatever it contains. */
export interface CodeToken {
  readonly kind: 'key' | 'string' | 'number' | 'word' | 'comment' | 'plain';
  readonly text: string;
  /** Position in the text, in characters. */
  readonly at: number;
}

const PATTERN = /("(?:[^"\\\n]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b)/g;

/** Splits JSON, or something like it, for colouring. Never fails: unknown text stays plain. */
export function tokenizeJson(text: string): CodeToken[] {
  const tokens: CodeToken[] = [];
  let at = 0;
  const add = (kind: CodeToken['kind'], end: number) => {
    if (end > at) tokens.push({ kind, text: text.slice(at, end), at });
    at = end;
  };
  for (const match of text.matchAll(PATTERN)) {
    add('plain', match.index);
    const [, quoted, colon, word] = match;
    if (quoted !== undefined) add(colon === undefined ? 'string' : 'key', match.index + quoted.length);
    else add(word === undefined ? 'number' : 'word', match.index + match[0].length);
  }
  add('plain', text.length);
  return tokens;
}
