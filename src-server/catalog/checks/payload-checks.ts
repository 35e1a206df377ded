import { createHash } from 'node:crypto';
import { cutText } from '../../contract/cut-text';
import type { PayloadCheckOut } from '../../contract/payload-check';
import { parseOrdered } from '../../json-schema/ordered-json';
import { isObject, measure } from '../../json-schema/plain-json';
import { type Checker, compileCheck, type Finding } from './compile-check';
import { SCHEMA_MAX_DEPTH } from './schema-check';
import { withinTime } from './time-bound';

/**
 * Checks a payload against one schema. The first use of a schema takes longer, since it is compiled.
 * @param explain true adds to a failed `oneOf` or `anyOf` why each alternative failed
 */
export type PayloadCheck = (payload: unknown, explain?: boolean) => PayloadCheckOut;

/** Compiled schemas kept; each takes some ten milliseconds to make. */
const MAX_KEPT = 50;
const COMPILE_MS = 1_000;
/**
 * The clock keeps running while others have the processor: a check that took too long is repeated once, and no
 * further.
 */
const MAX_ATTEMPTS = 2;
const CHECK_MS = 200;
/** Explaining checks again, and compiles each alternative. Without it, the result is still true. */
const EXPLAIN_MS = 500;
/** In a payload with more values, only the first violation is searched for: each violation costs memory. */
const MANY_VALUES = 20_000;

/** A pattern is named with at most this many characters. */
const PATTERN_LENGTH = 80;

const FITS: PayloadCheckOut = { fits: true, problems: [], reason: null };

/**
 * Checks payloads against schemas, only on request: no message ever passes through here. Never throws, and ends within
 * about a second for any schema and payload.
 */
export class PayloadChecks {
  /** By the fingerprint of the schema, least recently used first. */
  readonly #checks = new Map<string, PayloadCheck>();

  /** The check for a Draft 7 schema, given as JSON text. It is compiled on first use. */
  of(schema: string, fingerprint = fingerprintOf(schema)): PayloadCheck {
    const check = this.#checks.get(fingerprint) ?? checkOf(parseOrdered(schema));
    this.#checks.delete(fingerprint);
    this.#checks.set(fingerprint, check);
    const [oldest] = this.#checks.keys();
    if (this.#checks.size > MAX_KEPT && oldest !== undefined) this.#checks.delete(oldest);
    return check;
  }
}

/** Distinguishes schemas: the same text has the same fingerprint. */
export function fingerprintOf(schema: string): string {
  return createHash('sha256').update(schema).digest('base64');
}

function checkOf(schema: unknown): PayloadCheck {
  if (schema === true) return () => FITS;
  if (!isObject(schema)) {
    const problem = { pointer: '', rule: 'false schema', message: 'is not allowed' };
    return () => ({ fits: false, problems: [problem], reason: null });
  }
  const checkers = new Map<boolean, Checker | null>();
  let failures = 0;
  const checkerFor = (all: boolean): Checker | null => {
    const known = checkers.get(all);
    if (known !== undefined || failures >= MAX_ATTEMPTS) return known ?? null;
    const compiled = withinTime(COMPILE_MS, () => compileCheck(schema, { all }));
    if (compiled.done) checkers.set(all, compiled.value);
    else failures += 1;
    return compiled.done ? compiled.value : null;
  };
  return (payload, explain = false) => {
    const shape = measure(payload, { maxDepth: SCHEMA_MAX_DEPTH, maxNodes: MANY_VALUES });
    if (shape.tooDeep) return unknown('The payload is nested too deeply to be checked.');
    const checker = checkerFor(!shape.tooBig);
    if (checker === null) {
      return unknown('The schema is too large, or has a reference without a target.');
    }
    for (let n = 0; n < MAX_ATTEMPTS; n += 1) {
      const result = withinTime(CHECK_MS, () => checker(payload));
      if (!result.done) continue;
      const isUnclear = explain && hasAlternatives(result.value);
      const explained = isUnclear ? withinTime(EXPLAIN_MS, () => checker(payload, true)) : result;
      return verdict(explained.done ? explained.value : result.value);
    }
    return unknown('The check took too long and was stopped.');
  };
}

function hasAlternatives(finding: Finding): boolean {
  return Array.isArray(finding) && finding.some(({ rule }) => rule === 'oneOf' || rule === 'anyOf');
}

function verdict(finding: Finding): PayloadCheckOut {
  if (finding === 'fits') return FITS;
  if (finding === 'unsure') {
    return unknown('A pattern of the schema or a text in the payload is too complex to check.');
  }
  if ('noExpression' in finding) {
    const pattern = cutText(finding.noExpression, PATTERN_LENGTH);
    return unknown(`The pattern ${pattern} of the schema is not a valid ECMA-262 regular expression.`);
  }
  return { fits: false, problems: [...finding], reason: null };
}

function unknown(reason: string): PayloadCheckOut {
  return { fits: null, problems: [], reason };
}
