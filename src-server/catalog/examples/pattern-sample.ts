import { ecmaExpression } from '../../json-schema/ecma-expression';

/** The characters found for each class, by its source: they need not be searched again. */
export type Characters = Map<string, readonly string[]>;

interface SampleOptions {
  readonly known?: Characters;
  /** What becomes of a look-around: left out, or its content put in its place. Absent: there is no string. */
  readonly looks?: 'drop' | 'inline';
}

/**
 * Makes a short string for a plain regular expression: literals, classes, groups, alternatives (the first one),
 * quantifiers (as few as allowed). Null for anything else; the caller checks the result anyway. Takes linear time in
 * the length of the pattern and of the result, which is capped.
 * @param nth which of the strings, from 0: each uses other alternatives, characters and counts
 */
export function samplePattern(pattern: string, nth = 0, options: SampleOptions = {}): string | null {
  if (pattern.length > 500) return null;
  const reader = new PatternReader(pattern, nth, options);
  try {
    const text = reader.alternatives();
    return reader.isDone ? text : null;
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
}

const MAX_LENGTH = 1_000;
class Unsupported extends Error {}

/** Characters tried for a class, most readable first, and then all those on a keyboard. */
const CANDIDATES = 'a1A0b_-.:/ @+,z9Z#!';
const KEYBOARD = String.fromCharCode(...Array.from({ length: 95 }, (_, n) => n + 32));
/** How many more than needed a quantifier may take. */
const MAX_MORE = 20;
const CONTROLS: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f', v: '\v' };
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '1234567890';
/** Where to look for a character when none on a keyboard fits, most readable first; no surrogates. */
const MORE_CHARACTERS = [
  [0xa1, 0x2fff],
  [0x3000, 0xd7ff],
  [0xe000, 0x1ffff],
  [0, 0xa0],
] as const;
const MORE_MAX = 40;
const ANYTHING = `${LETTERS}${LETTERS.toUpperCase()}${DIGITS}-_ .`;
const SHORT_CLASSES: Readonly<Record<string, string>> = {
  ...{ d: DIGITS, w: LETTERS, s: ' ', D: LETTERS, W: '-', S: LETTERS },
};

class PatternReader {
  /** By characters: half a surrogate pair is not one. */
  readonly #pattern: readonly string[];
  /** The rest of `nth`, used for further choices. */
  #left: number;
  readonly #isFirst: boolean;
  readonly #options: SampleOptions;
  /** What each group matched, by the position where it begins. */
  readonly #groups = new Map<number, string>();
  #at = 0;
  #depth = 0;

  constructor(pattern: string, nth: number, options: SampleOptions) {
    this.#options = options;
    this.#pattern = [...pattern];
    this.#left = nth;
    this.#isFirst = nth === 0;
  }

  get #atEnd(): boolean {
    return this.#at >= this.#pattern.length;
  }

  /** Everything is read, and all of `nth` is used up. */
  get isDone(): boolean {
    return this.#atEnd && this.#left === 0;
  }

  /** `a|b|c`: one of them; the others are read and dropped. */
  alternatives(): string {
    const left = this.#left;
    this.#left = 0;
    const starts = [this.#at];
    const first = this.#sequence();
    while (this.#take('|')) {
      starts.push(this.#at);
      this.#sequence();
    }
    const end = this.#at;
    this.#left = left;
    if (left === 0) return first;
    this.#at = this.#choose(starts);
    const chosen = this.#sequence();
    this.#at = end;
    return chosen;
  }

  /** One of several, by the rest of `nth`. */
  #choose<T>(options: readonly T[]): T {
    const chosen = options[this.#left % options.length];
    if (chosen === undefined) throw new Unsupported();
    this.#left = Math.floor(this.#left / options.length);
    return chosen;
  }

  #sequence(): string {
    let text = '';
    while (!this.#atEnd && this.#peek() !== '|' && this.#peek() !== ')') {
      const start = this.#at;
      const atom = this.#atom();
      const end = this.#at;
      const count = this.#quantifier();
      if (text.length + atom.length * count > MAX_LENGTH) throw new Unsupported();
      const after = this.#at;
      for (let n = 0; n < count && atom !== ''; n += 1)
        text += n === 0 ? atom : this.#again(start, end, atom);
      this.#at = after;
    }
    return text;
  }

  /** Repeats an atom once more for a quantifier. Except in the first string, each repetition is chosen separately. */
  #again(start: number, end: number, atom: string): string {
    if (this.#isFirst) return atom;
    this.#at = start;
    const other = this.#atom();
    if (this.#at !== end) throw new Unsupported();
    return other;
  }

  #atom(): string {
    const char = this.#next();
    if (char === '^' || char === '$') return '';
    if (char === '.') return this.#choose([...ANYTHING]);
    if (char === '(') return this.#group();
    if (char === '[') return this.#class();
    if (char === '\\') return this.#escape();
    if ('*+?'.includes(char)) throw new Unsupported();
    return char;
  }

  #group(): string {
    const start = this.#at;
    this.#depth += 1;
    if (this.#depth > 50) throw new Unsupported();
    const [opening, look] = /^\?(?::|<[A-Za-z_]\w*>|(<?[=!]))/.exec(this.#ahead()) ?? [''];
    if (opening === '' && this.#peek() === '?') throw new Unsupported();
    this.#at += opening.length;
    const text = this.alternatives();
    if (!this.#take(')')) throw new Unsupported();
    this.#depth -= 1;
    if (opening !== '?:' && look === undefined) this.#groups.set(start, text);
    return look === undefined ? text : this.#lookAround(look, text);
  }

  #lookAround(look: string, text: string): string {
    if (this.#options.looks === undefined) throw new Unsupported();
    return this.#options.looks === 'drop' || look.endsWith('!') ? '' : text;
  }

  /** What a group matched, as `\1` repeats it. */
  #repeated(number: number): string {
    const starts = [...this.#groups.keys()].sort((a, b) => a - b);
    return this.#groups.get(starts[number - 1] ?? -1) ?? '';
  }

  #escape(): string {
    const char = this.#next();
    const short = SHORT_CLASSES[char];
    if (short !== undefined) return this.#choose([...short]);
    if (char === 'b' || char === 'B') return '';
    if (/[1-9]/.test(char)) return this.#repeated(Number(char));
    if (char === 'p' || char === 'P') {
      const property = /^\{[\w=]+\}/.exec(this.#ahead())?.[0] ?? '';
      this.#at += property.length;
      return this.#choose(this.#charactersOf(`\\${char}${property}`));
    }
    const control = CONTROLS[char];
    if (control !== undefined) return control;
    const code = /^(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]{1,6})\})/i.exec(char + this.#ahead());
    if (code === null && /[A-Za-z0-9]/.test(char)) throw new Unsupported();
    if (code === null) return char;
    this.#at += code[0].length - 1;
    const point = Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16);
    if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) throw new Unsupported();
    return String.fromCodePoint(point);
  }

  /** `[...]`: the first readable character that the class itself accepts. */
  #class(): string {
    const start = this.#at - 1;
    while (this.#peek() !== ']') if (this.#next() === '\\') this.#next();
    this.#at += 1;
    return this.#choose(this.#charactersOf(this.#pattern.slice(start, this.#at).join('')));
  }

  /** Those that a class accepts, most readable first. */
  #charactersOf(source: string): readonly string[] {
    const key = `${this.#left > 0}${source}`;
    const known = this.#options.known?.get(key);
    if (known) return known;
    const accepts = ecmaExpression(`^${source}$`);
    if (accepts === null) throw new Unsupported();
    // A class that names a character first uses it (`[xyz]` yields x).
    const first = /^\[([^\\^[\]-])/u.exec(source)?.[1] ?? '';
    const characters = new Set([...first, ...CANDIDATES, ...(this.#left > 0 ? KEYBOARD : '')]);
    const usual = [...characters].filter((char) => accepts.test(char));
    const found = usual.length > 0 ? usual : moreCharacters(accepts);
    this.#options.known?.set(key, found);
    return found;
  }

  #quantifier(): number {
    let [least, most] = [1, 1];
    if (this.#take('*')) [least, most] = [0, MAX_MORE];
    else if (this.#take('?')) least = 0;
    else if (this.#take('+')) most = 1 + MAX_MORE;
    else {
      const braces = /^\{(\d{1,6})(,(\d*))?\}/.exec(this.#ahead());
      if (braces === null) return 1;
      this.#at += braces[0].length;
      least = Number(braces[1]);
      most = braces[2] === undefined ? least : Number(braces[3] || Number.POSITIVE_INFINITY);
    }
    this.#take('?');
    const counts = Math.max(1, Math.min(most - least, MAX_MORE) + 1);
    return least + this.#choose(Array.from({ length: counts }, (_, more) => more));
  }

  /** The next few characters. */
  #ahead(): string {
    return this.#pattern.slice(this.#at, this.#at + 100).join('');
  }

  #peek(): string {
    const char = this.#pattern[this.#at];
    if (char === undefined) throw new Unsupported();
    return char;
  }

  #next(): string {
    const char = this.#peek();
    this.#at += 1;
    return char;
  }

  #take(char: string): boolean {
    if (this.#pattern[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }
}

/** Some characters from all of Unicode. */
function moreCharacters(accepts: RegExp): readonly string[] {
  const found: string[] = [];
  for (const [first, last] of MORE_CHARACTERS) {
    for (let code = first; code <= last && found.length < MORE_MAX; code += 1) {
      const char = String.fromCodePoint(code);
      if (accepts.test(char)) found.push(char);
    }
  }
  return found;
}
