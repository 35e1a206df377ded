import { Ajv, type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import type { PayloadProblem } from '../../contract/payload-check';
import { ecmaExpression } from '../../json-schema/ecma-expression';
import { child, toFragment } from '../../json-schema/json-pointer';
import { type JsonObject, measure } from '../../json-schema/plain-json';
import { replaceKeywords } from './ajv-keywords';
import { ajvSchema, UNKNOWABLE } from './ajv-schema';
import { DRAFT7_FORMATS } from './draft7-formats';
import { type PartCheck, payloadAlternatives } from './payload-alternatives';
import { pointerTo } from './pointer-to';
import { problemsOf } from './problem-message';
import { SCHEMA_MAX_DEPTH } from './schema-check';
import { schemaReach } from './schema-reach';
import { withPointerReferences } from './schema-references';

/** A schema with more values than this takes too long to compile (up to 0.1 ms each). */
const CHECK_MAX_NODES = 8_000;
/** Objects with more properties than this are checked side by side. */
const NESTED_MAX_PROPERTIES = 300;
/** A longer string is not checked against an untrusted pattern. */
export const PATTERN_MAX_INPUT = 2_000;
/** A longer string is not checked against a format. */
export const FORMAT_MAX_INPUT = 20_000;

/** The result of a check: valid, unknown (because the schema has this pattern, which is no expression), or the violations. */
export type Finding = 'fits' | 'unsure' | { readonly noExpression: string } | readonly PayloadProblem[];

/**
 * Checks a value against the schema that it was created for.
 * @param explain true adds the reasons of each alternative that failed, which takes longer
 */
export type Checker = (value: unknown, explain?: boolean) => Finding;

/** The name under which ajv finds the schema again, to compile a part of it. */
const ROOT = 'root';

interface CheckOptions {
  /** True finds all violations; otherwise only the first one, which is faster. */
  readonly all?: boolean;
}

/**
 * Compiles a Draft 7 schema into a check; null when it is too big. The result is unknown if a pattern is no
 * regular expression of ECMA-262 or a text is very long. Run both within a time limit: an untrusted schema may take long to
 * compile, and an untrusted pattern may never end.
 */
export function compileCheck(schema: JsonObject, { all = false }: CheckOptions = {}): Checker | null {
  const shape = measure(schema, { maxDepth: SCHEMA_MAX_DEPTH + 10, maxNodes: CHECK_MAX_NODES });
  if (shape.tooDeep || shape.tooBig) return null;
  let unsure: Finding | null = null;
  const regExp = (pattern: string) => {
    const expression = ecmaExpression(pattern);
    const test = (text: string) => {
      if (expression !== null && text.length <= PATTERN_MAX_INPUT) return expression.test(text);
      unsure = expression === null ? { noExpression: pattern } : (unsure ?? 'unsure');
      return true;
    };
    // ajv keeps one expression per text, so the text must distinguish them.
    return { test, toString: () => `/${pattern}/` };
  };
  const pointed = withPointerReferences(schema);
  const { schema: bare, widest, namesInherited } = ajvSchema(pointed);
  const ajv = new Ajv({
    strict: false,
    validateSchema: false,
    // The meta-schema is included in the schema if it is referred to.
    meta: false,
    logger: false,
    inlineRefs: false,
    // Draft 7: everything next to a reference is ignored.
    ignoreKeywordsWithRef: true,
    // `toString` does not exist unless the payload has it.
    ownProperties: namesInherited,
    messages: false,
    // The message for a failed alternative says how many there were.
    verbose: all,
    // One flat list of checks instead of nested ones, which thousands of properties would nest too deeply.
    allErrors: all || widest > NESTED_MAX_PROPERTIES,
    code: { optimize: false, regExp: Object.assign(regExp, { code: 'new RegExp' }) },
  });
  addFormats.default(ajv);
  for (const [name, test] of DRAFT7_FORMATS) {
    ajv.addFormat(name, (text) => {
      if (text.length <= FORMAT_MAX_INPUT) return test(text);
      unsure ??= 'unsure';
      return true;
    });
  }
  replaceKeywords(ajv);
  ajv.addKeyword({
    keyword: UNKNOWABLE,
    validate(pattern: string) {
      unsure = { noExpression: pattern };
      return true;
    },
  });
  const validate = ajv.compile(bare);
  const checkPart: PartCheck = (pointer, value) => {
    if (!ajv.schemas[ROOT]) ajv.addSchema(bare, ROOT);
    const fragment = toFragment(pointer);
    const part = fragment === undefined ? undefined : ajv.getSchema(`${ROOT}${fragment}`);
    if (part === undefined) return null;
    return part(value) === true ? [] : problemsOf(part.errors ?? [], { isWithin: schemaReach(bare) });
  };
  const reasonsOf = (error: ErrorObject) => {
    // ajv reports a path that starts over behind a reference; the object itself tells where it is.
    const holder = pointerTo(bare, error.parentSchema);
    return holder === null
      ? []
      : payloadAlternatives(error, child(holder, error.keyword), pointed, checkPart);
  };
  return (value, explain = false) => {
    unsure = null;
    if (validate(value) === true) return unsure ?? 'fits';
    // What it remembers grows with the alternatives that failed: it ends with the check.
    const isWithin = schemaReach(bare);
    return problemsOf(validate.errors ?? [], explain && all ? { isWithin, reasonsOf } : { isWithin });
  };
}
