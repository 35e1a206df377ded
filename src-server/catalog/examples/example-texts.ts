import { sample } from 'openapi-sampler';
import { ecmaExpression } from '../../json-schema/ecma-expression';
import { DRAFT7_FORMATS } from '../checks/draft7-formats';
import { FIRST_OF_FORMAT, moreOfFormat, nthOfFormat } from './format-samples';
import { type Characters, samplePattern } from './pattern-sample';

/** What a text must be like. */
export interface TextRules {
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
  /** In characters, as JSON Schema counts them: a surrogate pair is one. */
  readonly min: number;
  readonly max: number | undefined;
}

/** Tried for each pattern in turn, before patterns are combined. */
const SAMPLES_MAX = 400;
/** Tried for each pattern with the rest of a format's value. */
const COMPLETED_MAX = 20;
/** Tried for each pattern with characters and counts as they come. */
const RANDOM_MAX = 400;

/** Texts that obey all rules at once, different from each other. Patterns of strangers run here: within a time limit. */
export class ExampleTexts {
  readonly #rules: TextRules;
  readonly #expressions: readonly RegExp[];
  readonly #checks: readonly ((text: string) => boolean)[];
  readonly #candidates: Iterator<string | null>;
  readonly #found = new Set<string>();
  #list: readonly string[] = [];

  get min(): number {
    return this.#rules.min;
  }

  constructor(rules: TextRules) {
    this.#rules = rules;
    this.#expressions = rules.patterns.flatMap((pattern) => ecmaExpression(pattern) ?? []);
    this.#checks = rules.formats.flatMap((format) => DRAFT7_FORMATS.get(format) ?? []);
    this.#candidates = candidates(rules);
  }

  /** Whether a text obeys the rules; those that no text can be checked against count as obeyed. */
  allows(text: string): boolean {
    const { min, max = Number.POSITIVE_INFINITY } = this.#rules;
    const length = [...text].length;
    if (length < min || length > max) return false;
    return (
      this.#checks.every((check) => check(text)) &&
      this.#expressions.every((expression) => expression.test(text))
    );
  }

  /** The nth of the texts, from 0; undefined if there are fewer, or none is found. */
  at(nth: number): string | undefined {
    while (this.#list.length <= nth) {
      const next = this.#candidates.next();
      if (next.done) return undefined;
      if (next.value === null || this.#found.has(next.value) || !this.allows(next.value)) continue;
      this.#found.add(next.value);
      this.#list = [...this.#found];
    }
    return this.#list[nth];
  }
}

/** From the most telling text to the least likely one. */
function* candidates({ patterns, formats, min }: TextRules): Generator<string | null> {
  for (const format of formats) {
    yield FIRST_OF_FORMAT.get(format) ?? String(sample({ type: 'string', format } as never));
    yield* moreOfFormat(format);
  }
  const known: Characters = new Map();
  for (const pattern of patterns) {
    yield* samplesOf(pattern, min, known);
    for (const format of formats) yield* completed(pattern, format);
  }
  for (const format of formats) {
    for (let n = 1; n < SAMPLES_MAX; n += 1) yield nthOfFormat(format, n) ?? null;
  }
  const open = patterns.map((pattern) => `.*(?:${pattern}).*`);
  const firsts = [...patterns, ...patterns.map((pattern) => `(?:${pattern}).*`), ...open];
  const texts = patterns.map((pattern) => samplePattern(pattern, 0, { known, looks: 'inline' }) ?? '');
  yield texts.join('');
  yield texts.toReversed().join('');
  const random = randomNumbers();
  for (let n = 0; n < RANDOM_MAX; n += 1) {
    for (const pattern of firsts) {
      const nth = Math.floor(random() * 10 ** (1 + (n % 15)));
      yield samplePattern(pattern, nth, { known, looks: n % 2 === 0 ? 'drop' : 'inline' });
    }
  }
}

/** Values of a format that begin or end with what the pattern asks for: 2021- and the rest of a date. */
function* completed(pattern: string, format: string): Generator<string> {
  const values = Array.from({ length: COMPLETED_MAX }, (_, n) => nthOfFormat(format, n + 1) ?? '');
  for (const value of [...values.slice(0, 1), ...moreOfFormat(format), ...values.slice(1)]) {
    for (let nth = 0; nth < COMPLETED_MAX; nth += 1) {
      const text = samplePattern(pattern, nth, { looks: 'inline' });
      if (text === null) break;
      yield text + value.slice(text.length);
      yield value.slice(0, -text.length) + text;
    }
  }
}

/** The samples of one pattern in order, also of a form of it that is long enough. */
function* samplesOf(pattern: string, min: number, known: Characters): Generator<string | null> {
  const longer = pattern.replace(/\+(\$?)$/, `{${min},}$1`);
  for (let nth = 0; nth < SAMPLES_MAX; nth += 1) {
    const texts = [pattern, longer].flatMap((form) => [
      samplePattern(form, nth, { known, looks: 'drop' }),
      samplePattern(form, nth, { known, looks: 'inline' }),
    ]);
    if (texts.every((text) => text === null)) return;
    const [plain, inline] = texts;
    yield* texts;
    // What is looked ahead for stands in the first characters, and the others make up the length.
    if (plain && inline) yield inline.slice(0, plain.length);
  }
}

/** Numbers from 0 to 1, the same every time. */
function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
