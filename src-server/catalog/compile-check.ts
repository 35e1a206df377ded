import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { PayloadProblem } from '../contract/payload-check';
import { isObject, type JsonObject, measure } from './plain-json';
import { problemsOf } from './problem-words';
import { SCHEMA_MAX_DEPTH } from './schema-check';

/** A schema with more values than this takes too long to compile (up to 0.1 ms each). */
const CHECK_MAX_NODES = 8_000;
/** More properties than this in one object are checked side by side. */
const NESTED_MAX_PROPERTIES = 300;
/** A string longer than this is not held against a stranger's pattern. */
const PATTERN_MAX_INPUT = 2_000;

/** What a check finds: the value fits, it cannot be told, or what does not fit. */
export type Finding = 'fits' | 'unsure' | readonly PayloadProblem[];

/** Holds a value against the schema it was made for. */
export type Checker = (value: unknown) => Finding;

export interface CheckOptions {
  /** True finds everything that does not fit; else only the first such thing, which is faster. */
  readonly all?: boolean;
}

/**
 * Compiles a Draft 7 schema into a check; null when it is too big. It cannot be told where a pattern is no ECMAScript
 * expression or a text is very long. Run both within a time limit: a stranger's schema may take long to compile, and
 * a stranger's pattern may never end.
 */
export function compileCheck(schema: JsonObject, { all = false }: CheckOptions = {}): Checker | null {
  const shape = measure(schema, { maxDepth: SCHEMA_MAX_DEPTH + 10, maxNodes: CHECK_MAX_NODES });
  if (shape.tooDeep || shape.tooBig) return null;
  let unsure = false;
  const regExp = (pattern: string, flags: string) => {
    let expression: RegExp | null = null;
    try {
      expression = new RegExp(pattern, flags);
    } catch {
      // Found out only when a text is held against it.
    }
    const test = (text: string) => {
      if (expression !== null && text.length <= PATTERN_MAX_INPUT) return expression.test(text);
      unsure = true;
      return true;
    };
    // ajv keeps one expression per text, so the text must tell them apart.
    return { test, toString: () => `/${pattern}/${flags}` };
  };
  const { bare, widest } = withoutRemarks(schema);
  const ajv = new Ajv({
    strict: false,
    validateSchema: false,
    // Without a meta-schema ajv refuses a schema that names one; `$schema` is among the remarks.
    meta: false,
    logger: false,
    inlineRefs: false,
    messages: false,
    // The words for a failed alternative say how many there were.
    verbose: all,
    // One flat list of checks instead of nested ones, which thousands of properties would nest too deeply.
    allErrors: all || widest > NESTED_MAX_PROPERTIES,
    code: { optimize: false, regExp: Object.assign(regExp, { code: 'new RegExp' }) },
  });
  addFormats.default(ajv);
  const validate = ajv.compile(bare);
  return (value) => {
    unsure = false;
    if (validate(value) === true) return unsure ? 'unsure' : 'fits';
    return problemsOf(validate.errors ?? []);
  };
}

const REMARKS = new Set(['$schema', '$comment', 'title', 'description', 'default', 'example', 'examples']);
const MAPS = new Set(['properties', 'patternProperties', 'definitions', '$defs', 'dependencies']);

/** The schema without what does not restrict (it compiles twice as fast), and its largest number of properties. */
function withoutRemarks(schema: JsonObject): { bare: JsonObject; widest: number } {
  let widest = 0;
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (!isObject(value)) return value;
    const kept = Object.entries(value).filter(([key]) => !REMARKS.has(key) && !key.startsWith('x-'));
    return Object.fromEntries(kept.map(([key, item]) => [key, keyword(key, item)]));
  };
  const keyword = (key: string, value: unknown): unknown => {
    if (key === 'enum' || key === 'const') return value;
    if (!MAPS.has(key) || !isObject(value)) return copy(value);
    const entries = Object.entries(value);
    if (key === 'properties') widest = Math.max(widest, entries.length);
    return Object.fromEntries(entries.map(([name, item]) => [name, copy(item)]));
  };
  return { bare: copy(schema) as JsonObject, widest };
}
