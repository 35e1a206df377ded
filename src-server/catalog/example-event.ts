import { sample } from 'openapi-sampler';
import type { GenerateExampleOut } from '../contract/event-type';
import { type Checker, compileCheck } from './example-check';
import { type Attempt, prepareForSampling } from './example-schema';
import { isObject, type JsonObject, measure, own } from './plain-json';
import { SCHEMA_MAX_BYTES, SCHEMA_MAX_DEPTH } from './schema-check';
import { withinTime } from './time-bound';

// Size limits keep the usual times far below these; they stop what size cannot tell (a pattern that never ends), and
// leave room for a busy machine, because the clock of a time limit goes on while others have the processor.
const COMPILE_MS = 1_000;
const CHECK_MS = 200;
const FIRST_MAKE_MS = 500;
const NEXT_MAKE_MS = 100;

/** From the most telling example to the one most likely to fit. */
const ATTEMPTS: readonly Attempt[] = [
  { useGiven: true, variant: 0, lenient: false },
  { useGiven: false, variant: 0, lenient: false },
  { useGiven: false, variant: 1, lenient: false },
  { useGiven: false, variant: 0, lenient: true },
];

/**
 * An example event for a Draft 7 schema: the author's own if there is one (`examples[0]`, `example`, `default` or
 * `const` at the top), else one made from the schema, the same every time. Never throws, and answers within about
 * a second on any schema; what could not be checked in time does not count as fitting.
 */
export function exampleFor(schema: unknown): GenerateExampleOut {
  if (typeof schema === 'boolean') return { example: {}, source: 'generated', fits: schema };
  const limits = { maxDepth: SCHEMA_MAX_DEPTH + 10, maxNodes: SCHEMA_MAX_BYTES };
  const shape = measure(schema, limits);
  if (!isObject(schema) || shape.tooDeep || shape.tooBig)
    return { example: {}, source: 'generated', fits: false };
  const compiled = withinTime(COMPILE_MS, () => compileCheck(schema));
  const check = compiled.done ? compiled.value : null;
  const author = authorsExample(schema);
  if (author !== undefined)
    return { example: author.value, source: 'author', fits: judge(check, author.value) === 'fits' };
  return generated(schema, check);
}

function authorsExample(schema: JsonObject): { value: unknown } | undefined {
  const examples = own(schema, 'examples');
  if (Array.isArray(examples) && examples.length > 0) return { value: examples[0] };
  for (const key of ['example', 'default', 'const']) {
    if (Object.hasOwn(schema, key)) return { value: schema[key] };
  }
  return undefined;
}

function generated(schema: JsonObject, check: Checker | null): GenerateExampleOut {
  let first: { value: unknown } | undefined;
  for (const [index, attempt] of ATTEMPTS.entries()) {
    const made = withinTime(index === 0 ? FIRST_MAKE_MS : NEXT_MAKE_MS, () => make(schema, attempt));
    if (!made.done || made.value === undefined) continue;
    const { value } = made.value;
    const verdict = judge(check, value);
    if (verdict === 'fits') return { example: value, source: 'generated', fits: true };
    first ??= made.value;
    // Where checking is out of reach, another attempt would be no better.
    if (verdict === 'unknown') break;
  }
  return { example: first === undefined ? {} : first.value, source: 'generated', fits: false };
}

function make(schema: JsonObject, attempt: Attempt): { value: unknown } | undefined {
  const prepared = prepareForSampling(schema, attempt);
  if (prepared === null) return undefined;
  const value = sample(prepared as never, { quiet: true, maxSampleDepth: 250 });
  return { value: value === undefined ? {} : value };
}

function judge(check: Checker | null, value: unknown): 'fits' | 'does not fit' | 'unknown' {
  if (check === null) return 'unknown';
  const result = withinTime(CHECK_MS, () => check(value));
  if (!result.done) return 'unknown';
  return result.value ? 'fits' : 'does not fit';
}
