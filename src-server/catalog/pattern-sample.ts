/**
 * Makes a short string for a plain regular expression: literals, classes, groups, alternatives (the first one),
 * quantifiers (as few as allowed). Null for anything else; the caller checks the result anyway. Linear in the
 * length of the pattern and of the result, which is capped.
 */
export function samplePattern(pattern: string): string | null {
  if (pattern.length > 500) return null;
  const reader = new PatternReader(pattern);
  try {
    const text = reader.alternatives();
    return reader.atEnd ? text : null;
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
}

const MAX_LENGTH = 1_000;
class Unsupported extends Error {}

/** Characters tried for a class, most readable first. */
const CANDIDATES = 'a1A0b_-.:/ @+,z9Z#!';
const SHORT_CLASSES: Readonly<Record<string, string>> = { d: '1', w: 'a', s: ' ', D: 'a', W: '-', S: 'a' };

class PatternReader {
  readonly #pattern: string;
  #at = 0;
  #depth = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  get atEnd(): boolean {
    return this.#at >= this.#pattern.length;
  }

  /** `a|b|c`: the first; the others are read and forgotten. */
  alternatives(): string {
    const first = this.#sequence();
    while (this.#take('|')) this.#sequence();
    return first;
  }

  #sequence(): string {
    let text = '';
    while (!this.atEnd && this.#peek() !== '|' && this.#peek() !== ')') {
      const atom = this.#atom();
      const count = this.#quantifier();
      if (text.length + atom.length * count > MAX_LENGTH) throw new Unsupported();
      text += atom.repeat(count);
    }
    return text;
  }

  #atom(): string {
    const char = this.#next();
    if (char === '^' || char === '$') return '';
    if (char === '.') return 'a';
    if (char === '(') return this.#group();
    if (char === '[') return this.#class();
    if (char === '\\') return this.#escape();
    if ('*+?{'.includes(char)) throw new Unsupported();
    return char;
  }

  #group(): string {
    this.#depth += 1;
    if (this.#depth > 50) throw new Unsupported();
    if (this.#take('?') && !this.#take(':')) {
      // A named group; look-arounds are not for us.
      const name = /^<[A-Za-z_]\w*>/.exec(this.#pattern.slice(this.#at));
      if (name === null) throw new Unsupported();
      this.#at += name[0].length;
    }
    const text = this.alternatives();
    if (!this.#take(')')) throw new Unsupported();
    this.#depth -= 1;
    return text;
  }

  #escape(): string {
    const char = this.#next();
    const short = SHORT_CLASSES[char];
    if (short !== undefined) return short;
    if (char === 'b' || char === 'B') return '';
    if (/[A-Za-z0-9]/.test(char)) throw new Unsupported();
    return char;
  }

  /** `[...]`: the first readable character that the class itself accepts. */
  #class(): string {
    const start = this.#at - 1;
    while (this.#peek() !== ']') if (this.#next() === '\\') this.#next();
    this.#at += 1;
    const source = this.#pattern.slice(start, this.#at);
    let accepts: RegExp;
    try {
      accepts = new RegExp(`^${source}$`, 'u');
    } catch {
      throw new Unsupported();
    }
    // A class that names a character first shows it (`[xyz]` gives x).
    const first = /^\[([^\\^[\]-])/.exec(source)?.[1];
    const found = [...(first ?? ''), ...CANDIDATES].find((char) => accepts.test(char));
    if (found === undefined) throw new Unsupported();
    return found;
  }

  #quantifier(): number {
    let count = 1;
    if (this.#take('*') || this.#take('?')) count = 0;
    else if (!this.#take('+')) {
      const braces = /^\{(\d{1,6})(,\d*)?\}/.exec(this.#pattern.slice(this.#at, this.#at + 20));
      if (braces === null) return 1;
      this.#at += braces[0].length;
      count = Number(braces[1]);
    }
    this.#take('?');
    return count;
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
