import { sample } from 'openapi-sampler';
import type { GenerateExampleOut } from '../../contract/event-type';
import type { PayloadProblem } from '../../contract/payload-check';
import {
  keepNumbers,
  parseOrdered,
  restoreMarked,
  stringifyOrdered,
  unusedMark,
} from '../../json-schema/ordered-json';
import { isObject, type JsonObject, measure } from '../../json-schema/plain-json';
import { type Checker, compileCheck, type Finding } from '../checks/compile-check';
import { quickFit, type Verdict } from '../checks/quick-fit';
import { SCHEMA_MAX_BYTES, SCHEMA_MAX_DEPTH } from '../checks/schema-check';
import { withinTime } from '../checks/time-bound';
import { authorsExamples } from './authors-examples';
import { type Attempt, prepareForSampling } from './example-schema';
import { exampleVariants } from './example-variants';

// Size limits keep the usual times far below these; they stop what size cannot predict (a pattern that never ends), and
// leave room for a busy machine, because the clock of a time limit keeps running while others have the processor.
const COMPILE_MS = 1_000;
const CHECK_MS = 200;
const FIRST_MAKE_MS = 500;
const NEXT_MAKE_MS = 100;
const LAST_MAKE_MS = 500;
const VARIANTS_MS = 1_000;
/** Examples of the author that are checked until one fits. */
const MAX_AUTHORS = 5;

/** What all attempts for one schema have in common. */
type Same = Pick<Attempt, 'mark' | 'prefer' | 'texts'>;

/** From the most telling example to the one most likely to be valid. */
const ATTEMPTS: readonly Omit<Attempt, keyof Same>[] = [
  { useGiven: true, variant: 0 },
  { useGiven: false, variant: 0 },
  { useGiven: true, variant: 0, careful: true },
  { useGiven: false, variant: 0, careful: true },
  { useGiven: false, variant: 1, careful: true },
];
/** When those are refused: with less and less, other alternatives, and other values. */
const LAST_ATTEMPTS: readonly Omit<Attempt, keyof Same>[] = [
  ...[0, 1, 2, 3].map((variant) => ({ useGiven: false, variant, careful: true, sparse: true })),
  ...Array.from({ length: 20 }, (_, n) => ({ useGiven: false, variant: 0, careful: true, nth: n + 1 })),
  { useGiven: false, variant: 0, lenient: true },
];

/** An example event, as JSON text. */
export type MadeExample = Omit<GenerateExampleOut, 'example' | 'refusedExample'> & {
  readonly example: string;
  readonly refusedExample?: { readonly example: string; readonly problems: PayloadProblem[] };
};

/**
 * Which of the schema's `variants` to generate, ignoring the author's example; `generated` ignores that too. Null, or the
 * number of no variant: the author's example, if there is one.
 */
export type WantedVariant = number | 'generated' | null;

/** Whether readers need another one: they see no example that the schema refuses, whoever wrote it. */
export function isForAuthorOnly({ source, problems }: MadeExample): boolean {
  return source === 'author' && problems.length > 0;
}

/**
 * An example event for a Draft 7 schema: the author's own if there is one (`examples[0]`, `example`, `default` or
 * `const` at the top), as written, otherwise one generated from the schema, the same every time. One of another
 * kind than the schema allows (null, or JSON as a text) does not count: it is reported, and not the example. Never
 * throws, and returns within about a second for any schema; what could not be checked in time does not count as valid.
 * @param text JSON text of the schema
 */
export function exampleFor(text: string, variant: WantedVariant = null): MadeExample {
  const schema = last?.text === text ? last.schema : parseOrdered(text);
  if (typeof schema === 'boolean') return noExample(schema);
  const limits = { maxDepth: SCHEMA_MAX_DEPTH + 10, maxNodes: SCHEMA_MAX_BYTES };
  const shape = measure(schema, limits);
  if (!isObject(schema) || shape.tooDeep || shape.tooBig) return noExample(false);
  const { variants, checks } = prepared(text, schema);
  const wanted = typeof variant === 'number' ? variants[variant] : undefined;
  const own = wanted || variant === 'generated' ? [] : authorsExamples(text);
  const authors = own.slice(0, MAX_AUTHORS).map((written) => ({
    written,
    ...judged(checks, parseOrdered(written)),
  }));
  const authorsBest =
    authors.find(({ finding }) => !Array.isArray(finding)) ??
    authors.find((author) => !isOfAnotherKind(author));
  const [refused] = authorsBest ? [] : authors;
  const best =
    authorsBest ??
    generated(withoutExample(schema), checks, {
      mark: unusedMark(text),
      texts: new Map(),
      prefer: wanted?.option,
    });
  return {
    example: authorsBest?.written ?? stringifyOrdered(best.example),
    source: authorsBest ? 'author' : 'generated',
    fits: best.finding === 'fits',
    problems: allProblems(schema, best),
    variants: variants.map(({ name }) => name),
    ...(refused && { refusedExample: { example: refused.written, problems: allProblems(schema, refused) } }),
  };
}

/** What all examples of one schema need. */
interface Prepared {
  readonly text: string;
  /** Its variants are parts of it. */
  readonly schema: JsonObject;
  readonly variants: ReturnType<typeof exampleVariants>;
  readonly checks: Checks;
}

/** How examples of a schema are checked. */
interface Checks {
  readonly schema: JsonObject;
  /** Compiles the schema when it is first needed. Null: it is too big to be checked, or there was no time to compile it. */
  readonly compiled: () => Checker | null;
}

/** The last schema: its variants are asked for one after another, and compiling takes longer than everything else. */
let last: Prepared | null = null;

function prepared(text: string, schema: JsonObject): Prepared {
  if (last?.text === text) return last;
  const found = withinTime(VARIANTS_MS, () => exampleVariants(schema));
  let check: Checker | null | undefined;
  const compiled = () => {
    if (check !== undefined) return check;
    const done = withinTime(COMPILE_MS, () => compileCheck(schema));
    check = done.done ? done.value : null;
    if (!done.done && last === made) last = null;
    return check;
  };
  const made = { text, schema, variants: found.done ? found.value : [], checks: { schema, compiled } };
  // One that ran out of time on a busy machine is worth another attempt.
  if (found.done) last = made;
  return made;
}

/** The placeholder when no example can be generated. */
export function noExample(fits: boolean): MadeExample {
  return { example: '{}', source: 'generated', fits, problems: [], variants: [] };
}

/** No payload, or of a type that the schema does not have at all. */
function isOfAnotherKind({ example, finding }: Judged): boolean {
  if (!Array.isArray(finding)) return false;
  return !isObject(example) || finding.some(({ pointer, rule }) => pointer === '' && rule === 'type');
}

/** What the schema refuses: the check of an example stopped at the first violation; the author wants to know all. */
function allProblems(schema: JsonObject, { example, finding }: Judged): PayloadProblem[] {
  if (!Array.isArray(finding)) return [];
  const all = withinTime(COMPILE_MS, () => compileCheck(schema, { all: true })?.(example));
  return [...(all.done && Array.isArray(all.value) ? all.value : finding)];
}

/** The schema without the example of the whole event; its fields keep theirs. */
function withoutExample(schema: JsonObject): JsonObject {
  const { examples: _examples, example: _example, default: _default, ...rest } = schema;
  return keepNumbers(rest, schema);
}

interface Judged {
  readonly example: unknown;
  readonly finding: Finding;
}

function generated(schema: JsonObject, checks: Checks, same: Same): Judged {
  let first: { readonly example: unknown } | undefined;
  let isHard = false;
  for (const [index, attempt] of ATTEMPTS.entries()) {
    const made = withinTime(index === 0 ? FIRST_MAKE_MS : NEXT_MAKE_MS, () =>
      make(schema, { ...attempt, ...same }),
    );
    isHard ||= !made.done;
    // What was stopped while it searched cannot go on.
    if (!made.done) same.texts.clear();
    if (!made.done || made.value === undefined) continue;
    const verdict = verdictOn(checks, made.value.example);
    if (verdict === true) return { ...made.value, finding: 'fits' };
    first ??= made.value;
    // If it cannot be checked, another attempt would be no better.
    if (verdict === null) return judged(checks, first.example);
  }
  const check = isHard ? null : checks.compiled();
  const last = isHard ? null : withinTime(LAST_MAKE_MS, () => lastAttempts(schema, check, same));
  const found = last?.done ? last.value : undefined;
  if (found?.finding === 'fits') return found;
  return first ? judged(checks, first.example) : (found ?? { example: {}, finding: 'unsure' });
}

/** The first example that fits; otherwise the first one at all. */
function lastAttempts(schema: JsonObject, check: Checker | null, same: Same): Judged | undefined {
  let first: Judged | undefined;
  for (const attempt of LAST_ATTEMPTS) {
    const made = make(schema, { ...attempt, ...same });
    if (made === undefined) continue;
    const result = { ...made, finding: check === null ? ('unsure' as const) : check(made.example) };
    if (result.finding === 'fits') return result;
    first ??= result;
  }
  return first;
}

function make(schema: JsonObject, attempt: Attempt): { example: unknown } | undefined {
  const prepared = prepareForSampling(schema, attempt);
  if (prepared === null) return undefined;
  const example: unknown = sample(prepared as never, { quiet: true, maxSampleDepth: 250 });
  const made = { example: example === undefined ? {} : example };
  restoreMarked(made, attempt.mark);
  return made;
}

/** Whether it fits; null: that cannot be checked. */
function verdictOn(checks: Checks, example: unknown): Verdict {
  const quick = quickVerdict(checks, example);
  if (quick !== null) return quick;
  const { finding } = judged(checks, example);
  return finding === 'fits' || (Array.isArray(finding) ? false : null);
}

function quickVerdict({ schema }: Checks, example: unknown): Verdict {
  const quick = withinTime(CHECK_MS, () => quickFit(schema, example));
  return quick.done ? quick.value : null;
}

/** The same with what is wrong. */
function judged(checks: Checks, example: unknown): Judged {
  if (quickVerdict(checks, example) === true) return { example, finding: 'fits' };
  const check = checks.compiled();
  if (check === null) return { example, finding: 'unsure' };
  const result = withinTime(CHECK_MS, () => check(example));
  return { example, finding: result.done ? result.value : 'unsure' };
}
