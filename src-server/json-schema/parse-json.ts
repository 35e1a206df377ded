import { invisibleName } from './invisible-characters';
import type { JsonNode, Member } from './json-node';
import { unquoted } from './raw-json-text';

/** Why a text is not JSON, and where. */
export interface JsonFault {
  /** In words, such as "a comma or } is missing". */
  readonly label: string;
  /** Position in the text, in characters. */
  readonly offset: number;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** An invisible character stands there. Absent: a visible one, or the end. */
  readonly isInvisible?: true;
}

type Parsed =
  | { readonly ok: true; readonly node: JsonNode }
  | { readonly ok: false; readonly fault: JsonFault };

const DEPTH_MAX = 400;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows none of them in a text
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const WORD = /true|false|null/y;

/** Reads JSON, strictly according to RFC 8259, and remembers the place of everything. */
export function parseJson(text: string): Parsed {
  const reader = new Reader(text);
  try {
    return { ok: true, node: reader.document() };
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause;
    const before = text.slice(0, cause.offset).split('\n');
    const column = (before.at(-1)?.length ?? 0) + 1;
    const place = { offset: cause.offset, line: before.length, column };
    const invisible = invisibleName(text.charAt(cause.offset));
    if (invisible === null) return { ok: false, fault: { label: cause.message, ...place } };
    const label = `invisible character, ${invisible}`;
    return { ok: false, fault: { label, ...place, isInvisible: true } };
  }
}

/** A space, a line feed, a carriage return or a tab. */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

class Fault extends Error {
  readonly offset: number;

  constructor(label: string, offset: number) {
    super(label);
    this.offset = offset;
  }
}

class Reader {
  #at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonNode {
    this.#skipSpace();
    if (this.#at >= this.#text.length) throw new Fault('the text is empty', this.#at);
    const node = this.#value(0);
    this.#skipSpace();
    if (this.#at < this.#text.length) throw new Fault('there is text after the end', this.#at);
    return node;
  }

  #value(depth: number): JsonNode {
    if (depth > DEPTH_MAX) throw new Fault(`it nests more than ${DEPTH_MAX} levels deep`, this.#at);
    const start = this.#at;
    const source = () => ({ text: this.#text, start, end: this.#at, depth });
    if (this.#takes('{')) {
      const members: Member[] = [];
      this.#list('}', () => {
        const key = this.#match(STRING);
        if (key === null) throw new Fault('a key in double quotes is missing', this.#at);
        this.#skipSpace();
        if (!this.#takes(':')) throw new Fault('a colon is missing', this.#at);
        this.#skipSpace();
        members.push({ key: unquoted(key), value: this.#value(depth + 1) });
      });
      return { kind: 'object', members, source: source() };
    }
    if (this.#takes('[')) {
      const items: JsonNode[] = [];
      this.#list(']', () => items.push(this.#value(depth + 1)));
      return { kind: 'array', items, source: source() };
    }
    const raw = this.#match(STRING) ?? this.#match(NUMBER) ?? this.#match(WORD);
    if (raw === null) throw new Fault('a value is missing', this.#at);
    return { kind: 'scalar', raw, source: source() };
  }

  #list(end: string, readItem: () => void): void {
    this.#skipSpace();
    if (this.#takes(end)) return;
    for (;;) {
      readItem();
      this.#skipSpace();
      if (this.#takes(end)) return;
      if (!this.#takes(',')) throw new Fault(`a comma or ${end} is missing`, this.#at);
      this.#skipSpace();
    }
  }

  #takes(sign: string): boolean {
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  /** Without a pattern: it stands before and behind everything, and a document is read at each key that is typed. */
  #skipSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }

  #match(pattern: RegExp): string | null {
    const start = this.#at;
    pattern.lastIndex = start;
    if (!pattern.test(this.#text)) return null;
    this.#at = pattern.lastIndex;
    return this.#text.slice(start, this.#at);
  }
}
