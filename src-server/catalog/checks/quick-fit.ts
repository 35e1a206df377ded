import { canonicalHeld } from '../../json-schema/canonical-json';
import { ecmaExpression } from '../../json-schema/ecma-expression';
import { compareNumbers } from '../../json-schema/exact-number';
import { type HeldValue, heldItems, heldValue } from '../../json-schema/held-value';
import { decodeFragment, fromPointer } from '../../json-schema/json-pointer';
import { isObject, type JsonObject, own } from '../../json-schema/plain-json';
import { REMARKS } from './ajv-schema';
import { FORMAT_MAX_INPUT, PATTERN_MAX_INPUT } from './compile-check';
import { isMultipleOf } from './decimal-multiple';
import { DRAFT7_FORMATS } from './draft7-formats';

/*
 * Checks one value by a walk over its schema. To compile the schema takes a hundred times as long, which pays only where
 * many values follow, or where it must be said what is wrong. What this cannot tell for sure, it leaves to that check.
 */

/** Whether a value fits; null: that is for the compiled check to say. */
export type Verdict = boolean | null;

/** One keyword of a schema. */
type Rule = (word: unknown, place: Place) => Verdict;

interface Place {
  readonly schema: JsonObject;
  readonly held: HeldValue;
  /** The same without its holder. */
  readonly value: unknown;
  /** Judges by another schema: this value, or one in it. */
  readonly fits: (schema: unknown, held?: HeldValue) => Verdict;
  readonly expression: (pattern: string) => RegExp | null;
}

/** References and parts within each other: more is a schema that leads back to itself. */
const DEPTH_MAX = 300;
const STEPS_MAX = 200_000;

/** The verdict of the compiled check, or null. Run it within a time limit, as a pattern may never end. */
export function quickFit(root: JsonObject, value: unknown): Verdict {
  const expressions = new Map<string, RegExp | null>();
  const expression = (pattern: string) => {
    const known = expressions.get(pattern);
    if (known !== undefined) return known;
    const made = ecmaExpression(pattern);
    expressions.set(pattern, made);
    return made;
  };
  let steps = 0;
  const judge = (schema: unknown, held: HeldValue, depth: number): Verdict => {
    steps += 1;
    if (typeof schema === 'boolean') return schema;
    if (!isObject(schema) || depth > DEPTH_MAX || steps > STEPS_MAX) return null;
    const fits = (other: unknown, where = held) => judge(other, where, depth + 1);
    // Draft 7: everything next to a reference is ignored.
    if (Object.hasOwn(schema, '$ref')) return fits(targetOf(schema.$ref, root));
    const place = { schema, held, value: heldValue(held), fits, expression };
    return every(Object.keys(schema), (key) => {
      const rule = RULES[key];
      if (rule !== undefined && Object.hasOwn(RULES, key)) return rule(schema[key], place);
      return IGNORED.has(key) || key.startsWith('x-') ? true : null;
    });
  };
  return judge(root, { holder: [value], key: 0 }, 0);
}

/** Undefined, which is no schema: it leads elsewhere, or past an `$id`, which changes where references lead. */
function targetOf(reference: unknown, root: JsonObject): unknown {
  if (reference === '#') return root;
  const pointer = typeof reference === 'string' && reference.startsWith('#/') ? reference.slice(1) : '';
  let target: unknown = root;
  for (const step of fromPointer(decodeFragment(pointer) ?? '')) {
    if (!isObject(target) || Object.hasOwn(target, '$id')) return undefined;
    target = own(target, step);
  }
  return pointer === '' || target === root ? undefined : target;
}

/** The first verdict that is not yes. */
function every<T>(items: Iterable<T>, judge: (item: T) => Verdict): Verdict {
  for (const item of items) {
    const verdict = judge(item);
    if (verdict !== true) return verdict;
  }
  return true;
}

function some<T>(items: Iterable<T>, judge: (item: T) => Verdict): Verdict {
  let found: Verdict = false;
  for (const item of items) {
    const verdict = judge(item);
    if (verdict === true) return true;
    if (verdict === null) found = null;
  }
  return found;
}

function ofText(rule: (text: string, word: unknown, place: Place) => Verdict): Rule {
  return (word, place) => typeof place.value !== 'string' || rule(place.value, word, place);
}

function ofList(rule: (list: readonly unknown[], word: unknown, place: Place) => Verdict): Rule {
  return (word, place) => !Array.isArray(place.value) || rule(place.value, word, place);
}

function ofObject(rule: (object: JsonObject, word: unknown, place: Place) => Verdict): Rule {
  return (word, place) => !isObject(place.value) || rule(place.value, word, place);
}

/** @param isWithin what the comparison of a number with its limit must be */
function ofNumber(key: string, isWithin: (order: number) => boolean): Rule {
  return (limit, { schema, held, value }) => {
    if (typeof value !== 'number') return true;
    return typeof limit === 'number' ? isWithin(compareNumbers(held, { holder: schema, key })) : null;
  };
}

function atLeast(count: number, limit: unknown): Verdict {
  return typeof limit === 'number' ? count >= limit : null;
}

function atMost(count: number, limit: unknown): Verdict {
  return typeof limit === 'number' ? count <= limit : null;
}

/** Characters, not halves of them. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

function hasType(value: unknown, type: unknown): Verdict {
  if (type === 'integer') return typeof value === 'number' && Number.isInteger(value);
  if (type === 'number' || type === 'string' || type === 'boolean') return typeof value === type;
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  return type === 'object' ? isObject(value) : null;
}

function isEqual(a: HeldValue, b: HeldValue): Verdict {
  const [left, right] = [canonicalHeld(a), canonicalHeld(b)];
  return left === null || right === null ? null : left === right;
}

/** Names that no other keyword knows. */
function others(object: JsonObject, { schema, expression }: Place): readonly string[] | null {
  const named = own(schema, 'properties');
  const patterns = Object.keys(Object(own(schema, 'patternProperties'))).map(expression);
  if (patterns.includes(null)) return null;
  return Object.keys(object).filter(
    (key) => !(isObject(named) && Object.hasOwn(named, key)) && !patterns.some((each) => each?.test(key)),
  );
}

/** Formats of ajv that only it knows. */
const FORMATS_OF_AJV = new Set(['byte', 'iso-date-time', 'iso-time', 'json-pointer-uri-fragment', 'url']);
const INTEGER_FORMATS = new Set(['int32', 'int64']);

function hasFormat(format: unknown, { value }: Place): Verdict {
  if (typeof format !== 'string') return null;
  if (typeof value === 'number')
    return !INTEGER_FORMATS.has(format) || (Number.isInteger(value) && Math.abs(value) < 2 ** 31) || null;
  if (typeof value !== 'string') return true;
  const test = DRAFT7_FORMATS.get(format);
  if (test === undefined) return FORMATS_OF_AJV.has(format) ? null : true;
  return value.length <= FORMAT_MAX_INPUT ? test(value) : null;
}

const RULES: Readonly<Record<string, Rule>> = {
  type: (types, { value }) =>
    Array.isArray(types) ? some(types, (type) => hasType(value, type)) : hasType(value, types),
  enum: (values, { held, value }) => {
    if (!Array.isArray(values)) return null;
    if (typeof value === 'string') return values.includes(value);
    return some(heldItems(values), (each) => isEqual(each, held));
  },
  const: (_, { schema, held }) => isEqual({ holder: schema, key: 'const' }, held),
  minimum: ofNumber('minimum', (order) => order >= 0),
  maximum: ofNumber('maximum', (order) => order <= 0),
  exclusiveMinimum: ofNumber('exclusiveMinimum', (order) => order > 0),
  exclusiveMaximum: ofNumber('exclusiveMaximum', (order) => order < 0),
  multipleOf: (step, { value }) => {
    if (typeof value !== 'number') return true;
    return typeof step === 'number' ? isMultipleOf(value, step) : null;
  },
  minLength: ofText((text, limit) => atLeast(lengthOf(text), limit)),
  maxLength: ofText((text, limit) => atMost(lengthOf(text), limit)),
  pattern: ofText((text, pattern, { expression }) => {
    const found = typeof pattern === 'string' ? expression(pattern) : null;
    return found === null || text.length > PATTERN_MAX_INPUT ? null : found.test(text);
  }),
  format: hasFormat,
  contentEncoding: ofText(() => null),
  contentMediaType: ofText(() => null),
  minItems: ofList((list, limit) => atLeast(list.length, limit)),
  maxItems: ofList((list, limit) => atMost(list.length, limit)),
  uniqueItems: ofList((list, wanted) => {
    if (typeof wanted !== 'boolean') return null;
    const known = new Set(wanted ? heldItems(list).map(canonicalHeld) : []);
    return !wanted || (known.has(null) ? null : known.size === list.length);
  }),
  items: ofList((list, word, { fits }) =>
    every(heldItems(Array.isArray(word) ? list.slice(0, word.length) : list), ({ key }) =>
      fits(Array.isArray(word) ? word[Number(key)] : word, { holder: list, key }),
    ),
  ),
  additionalItems: ofList((list, word, { schema, fits }) => {
    const first = own(schema, 'items');
    if (!Array.isArray(first)) return true;
    return every(heldItems(list).slice(first.length), (item) => fits(word, item));
  }),
  contains: ofList((list, word, { fits }) => some(heldItems(list), (item) => fits(word, item))),
  minProperties: ofObject((object, limit) => atLeast(Object.keys(object).length, limit)),
  maxProperties: ofObject((object, limit) => atMost(Object.keys(object).length, limit)),
  required: ofObject((object, names) =>
    Array.isArray(names) ? every(names, (name) => Object.hasOwn(object, name)) : null,
  ),
  properties: ofObject((object, word, { fits }) => {
    if (!isObject(word)) return null;
    const there = Object.keys(word).filter((key) => Object.hasOwn(object, key));
    return every(there, (key) => fits(word[key], { holder: object, key }));
  }),
  patternProperties: ofObject((object, word, { fits, expression }) => {
    if (!isObject(word)) return null;
    return every(Object.keys(word), (pattern) => {
      const found = expression(pattern);
      if (found === null) return null;
      return every(Object.keys(object), (key) =>
        found.test(key) ? fits(word[pattern], { holder: object, key }) : true,
      );
    });
  }),
  additionalProperties: ofObject((object, word, place) => {
    const left = others(object, place);
    return left && every(left, (key) => place.fits(word, { holder: object, key }));
  }),
  propertyNames: ofObject((object, word, { fits }) =>
    every(heldItems(Object.keys(object)), (name) => fits(word, name)),
  ),
  dependencies: ofObject((object, word, { fits }) => {
    if (!isObject(word)) return null;
    const there = Object.keys(word).filter((key) => Object.hasOwn(object, key));
    return every(there, (key) => {
      const needed = word[key];
      return Array.isArray(needed) ? every(needed, (name) => Object.hasOwn(object, name)) : fits(needed);
    });
  }),
  allOf: (parts, { fits }) => (Array.isArray(parts) ? every(parts, (part) => fits(part)) : null),
  anyOf: (parts, { fits }) => (Array.isArray(parts) ? some(parts, (part) => fits(part)) : null),
  oneOf: (parts, { fits }) => {
    if (!Array.isArray(parts)) return null;
    const verdicts = parts.map((part) => fits(part));
    const count = verdicts.filter((verdict) => verdict === true).length;
    return count < 2 && verdicts.includes(null) ? null : count === 1;
  },
  not: (part, { fits }) => {
    const verdict = fits(part);
    return verdict === null ? null : !verdict;
  },
  if: (part, { schema, fits }) => {
    const verdict = fits(part);
    if (verdict === null) return null;
    const next = own(schema, verdict ? 'then' : 'else');
    return next === undefined || fits(next);
  },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: () => true,
  else: () => true,
};

/** Keywords that refuse nothing. */
const IGNORED: ReadonlySet<string> = new Set([
  ...REMARKS,
  ...['definitions', '$defs', 'deprecated', 'readOnly', 'writeOnly', 'externalDocs', 'discriminator', 'xml'],
]);
