import { invisibleName } from './invisible-characters';
import type { JsonNode, Member } from './json-node';

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
const SPACE = /[\t\n\r ]*/y;
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
    this.#match(SPACE);
    if (this.#at >= this.#text.length) throw new Fault('the text is empty', this.#at);
    const node = this.#value(0);
    this.#match(SPACE);
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
        this.#match(SPACE);
        if (!this.#takes(':')) throw new Fault('a colon is missing', this.#at);
        this.#match(SPACE);
        members.push({ key: JSON.parse(key) as string, value: this.#value(depth + 1) });
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
    this.#match(SPACE);
    if (this.#takes(end)) return;
    for (;;) {
      readItem();
      this.#match(SPACE);
      if (this.#takes(end)) return;
      if (!this.#takes(',')) throw new Fault(`a comma or ${end} is missing`, this.#at);
      this.#match(SPACE);
    }
  }

  #takes(sign: string): boolean {
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (!found) return null;
    this.#at = pattern.lastIndex;
    return found[0];
  }
}
