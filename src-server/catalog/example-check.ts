import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { type JsonObject, measure } from './plain-json';
import { SCHEMA_MAX_DEPTH } from './schema-check';

/** A schema with more values than this takes too long to compile (about 0.1 ms each). */
const CHECK_MAX_NODES = 15_000;
/** A string longer than this is not held against a stranger's pattern. */
const PATTERN_MAX_INPUT = 2_000;

/** Says whether a value fits the schema it was made for. */
export type Checker = (value: unknown) => boolean;

/**
 * Compiles a Draft 7 schema into a check; null when it is too big or broken. The check answers false also where it
 * cannot tell (a pattern that is no ECMAScript expression, a very long text). Run both within a time limit: a
 * stranger's schema may take long to compile, and a stranger's pattern may never end.
 */
export function compileCheck(schema: JsonObject): Checker | null {
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
  const ajv = new Ajv({
    strict: false,
    validateSchema: false,
    meta: false,
    logger: false,
    inlineRefs: false,
    // One flat list of checks instead of nested ones: thousands of properties would overflow the stack.
    allErrors: true,
    code: { optimize: false, regExp: Object.assign(regExp, { code: 'new RegExp' }) },
  });
  addFormats.default(ajv);
  // Without a meta-schema ajv refuses a schema that names one.
  const { $schema: _, ...bare } = schema;
  const validate = ajv.compile(bare);
  return (value) => {
    unsure = false;
    return validate(value) === true && !unsure;
  };
}
