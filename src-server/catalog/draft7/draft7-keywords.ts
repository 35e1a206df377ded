/** What becomes of each keyword on the way to Draft 7. One rule per line of the table at the end. */

import { canonicalHeld } from '../../json-schema/canonical-json';
import { ecmaExpression } from '../../json-schema/ecma-expression';
import { child } from '../../json-schema/json-pointer';
import { keepNumber, numberText, orderedEntries, orderedObject } from '../../json-schema/ordered-json';
import { isObject, type JsonObject } from '../../json-schema/plain-json';
import { type Conversion, convertList, convertMap } from './draft7-conversion';
import { definitionOf } from './draft7-references';
import { exampleValues, holdsReference, isKeepable } from './draft7-values';

interface KeywordInput {
  readonly key: string;
  readonly value: unknown;
  /** The schema that contains the keyword. */
  readonly node: JsonObject;
  /** Pointer of the keyword. */
  readonly at: string;
  readonly depth: number;
  readonly to: Conversion;
  /** The keywords of the result so far. */
  readonly result: Map<string, unknown>;
}
type Rule = (input: KeywordInput) => void;

const nothing: Rule = () => {};

/** A value, not a schema: kept untouched. */
const asValue: Rule = ({ key, value, node, at, to, result }) => {
  const kept = numberText({ holder: node, key }) === null ? to.value(value, at) : value;
  if (kept !== undefined) result.set(key, kept);
};

/** A list without duplicates (`enum`, `required`, `type`): duplicates mean nothing and are dropped. */
const asSet: Rule = (input) => {
  const { value, at, to } = input;
  if (!Array.isArray(value)) return asValue(input);
  const once = isKeepable(value) ? withoutRepeated(value) : value;
  if (once.length < value.length) to.warn(at, 'repeated values were left out');
  asValue({ ...input, value: once });
};

function withoutRepeated(list: readonly unknown[]): readonly unknown[] {
  const seen = new Set<string | null>();
  const once: unknown[] = [];
  for (const [index, item] of list.entries()) {
    // As the payload check compares them: numbers exactly.
    const text = canonicalHeld({ holder: list, key: index });
    if (seen.has(text)) continue;
    seen.add(text);
    once.push(item);
    keepNumber(once, once.length - 1, { holder: list, key: index });
  }
  return once;
}

const oneSchema: Rule = ({ key, value, at, depth, to, result }) => {
  result.set(key, to.schema(value, at, depth + 1));
};

// A map or list of the wrong kind is passed on: the check of the result then reports it.
const mapOfSchemas: Rule = (input) => {
  const { key, value, at, depth, to, result } = input;
  const map = convertMap(value, at, depth, to);
  if (map === undefined) asValue(input);
  else result.set(key, map);
};

const NO_EXPRESSION =
  'the pattern is not a valid ECMA-262 regular expression; validators may reject the schema';

/** Always kept; only examined, never run. */
const pattern: Rule = (input) => {
  if (typeof input.value === 'string' && !ecmaExpression(input.value)) input.to.warn(input.at, NO_EXPRESSION);
  asValue(input);
};

const patternProperties: Rule = (input) => {
  for (const key of isObject(input.value) ? Object.keys(input.value) : []) {
    if (!ecmaExpression(key)) input.to.warn(child(input.at, key), NO_EXPRESSION);
  }
  mapOfSchemas(input);
};

const listOfSchemas: Rule = (input) => {
  const { key, value, at, depth, to, result } = input;
  if (Array.isArray(value)) result.set(key, convertList(value, at, depth, to));
  else asValue(input);
};

const dropped =
  (message: string): Rule =>
  ({ at, to }) =>
    to.warn(at, message);

/** `items` is the rest of the list when `prefixItems` is present. */
const items: Rule = (input) => {
  const { value, node, at, depth, to, result } = input;
  if (hasPrefix(node)) result.set('additionalItems', to.schema(value, at, depth + 1));
  else if (Array.isArray(value)) listOfSchemas(input);
  else oneSchema(input);
};

const prefixItems: Rule = ({ value, node, at, depth, to, result }) => {
  if (hasPrefix(node) && Array.isArray(value)) result.set('items', convertList(value, at, depth, to));
};

function hasPrefix(node: JsonObject): boolean {
  const prefix = Object.hasOwn(node, 'prefixItems') ? node.prefixItems : undefined;
  return Array.isArray(prefix) && prefix.length > 0;
}

/** 3.0 has a boolean next to `minimum`; Draft 7 has the number itself. */
const exclusive =
  (bound: 'minimum' | 'maximum'): Rule =>
  (input) => {
    const { key, value, node, result } = input;
    if (typeof value !== 'boolean') asValue(input);
    else if (value && typeof node[bound] === 'number') result.set(key, node[bound]);
  };

const bound =
  (exclusiveKey: 'exclusiveMinimum' | 'exclusiveMaximum'): Rule =>
  (input) => {
    if (!(input.node[exclusiveKey] === true && typeof input.value === 'number')) asValue(input);
  };

const examples: Rule = ({ node, at, to, result }) => {
  const values = exampleValues(node, to.options.references);
  const kept: unknown[] = [];
  for (const [index, value] of values.entries()) {
    const made = numberText({ holder: values, key: index }) === null ? to.value(value, at) : value;
    if (made === undefined) continue;
    kept.push(made);
    keepNumber(kept, kept.length - 1, { holder: values, key: index });
  }
  if (kept.length > 0) result.set('examples', kept);
};

const discriminator: Rule = ({ value, at, to, result }) => {
  const name = isObject(value) && typeof value.propertyName === 'string' ? value.propertyName : null;
  const note = name === null ? 'discriminator' : `discriminator: ${name}`;
  const before = result.get('$comment');
  result.set('$comment', typeof before === 'string' ? `${before}; ${note}` : note);
  to.warn(at, '`discriminator` has no counterpart in Draft 7 and was noted in `$comment`');
};

const comment: Rule = (input) => {
  const noted = input.result.get('$comment');
  asValue(input);
  const own = input.result.get('$comment');
  if (typeof noted === 'string' && typeof own === 'string') input.result.set('$comment', `${own}; ${noted}`);
};

/** `dependentRequired`, `dependentSchemas` and Draft 7's own `dependencies`, all into the last. */
const dependencies: Rule = (input) => {
  const { key, value, at, depth, to, result } = input;
  if (!isObject(value)) return asValue({ ...input, key: 'dependencies' });
  const merged = new Map(orderedEntries((result.get('dependencies') ?? {}) as JsonObject));
  for (const [name, item] of orderedEntries(value)) {
    const isList = key !== 'dependentSchemas' && Array.isArray(item);
    const made = isList ? item : to.schema(item, child(at, name), depth + 2);
    const before = merged.get(name);
    merged.set(name, before === undefined ? made : { allOf: [asSchema(before), asSchema(made)] });
  }
  result.set('dependencies', orderedObject([...merged]));
};

function asSchema(dependency: unknown): unknown {
  return Array.isArray(dependency) ? { required: dependency } : dependency;
}

const COMPOSING = ['allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas', '$dynamicRef', 'contains'];

/** Without composition, "unevaluated" means "additional", which Draft 7 has. */
const unevaluated =
  (kind: 'properties' | 'items'): Rule =>
  ({ key, value, node, at, depth, to, result }) => {
    const rest =
      kind === 'properties' ? 'additionalProperties' : hasPrefix(node) ? 'additionalItems' : 'items';
    const taken = Object.hasOwn(node, kind === 'properties' ? 'additionalProperties' : 'items');
    if (COMPOSING.some((word) => Object.hasOwn(node, word)) || taken) {
      if (!taken) to.warn(at, `\`${key}\` has no counterpart in Draft 7 and was left out`);
      return;
    }
    result.set(rest, to.schema(value, at, depth + 1));
  };

const minContains: Rule = ({ value, at, to, result }) => {
  if (value === 1) return;
  // "At least 0" makes `contains` ineffective; Draft 7 would read it as "at least 1".
  if (value === 0) result.delete('contains');
  to.warn(at, '`minContains` has no counterpart in Draft 7 and was left out');
};

const contains: Rule = (input) => {
  if (input.node.minContains !== 0) oneSchema(input);
};

const anchor: Rule = ({ value, at, to, result }) => {
  if (typeof value !== 'string' || !/^[A-Za-z][-A-Za-z0-9._]*$/.test(value)) {
    return to.warn(at, 'the anchor has no counterpart in Draft 7 and was left out');
  }
  if (!to.options.keepAnchors || to.anchors.includes(value)) return;
  to.anchors.push(value);
  result.set('$id', `#${value}`);
};

/** A dynamic reference is a plain one when a single anchor matches; `allOf` joins it with the other keywords. */
const dynamicReference: Rule = ({ value, at, to, result }) => {
  const made = definitionOf(value, at, to);
  if (Object.keys(made).length === 0) return;
  const all = result.get('allOf');
  result.set('allOf', [...(Array.isArray(all) ? all : []), made]);
};

const allOf: Rule = (input) => {
  const before = input.result.get('allOf');
  listOfSchemas(input);
  const made = input.result.get('allOf');
  if (Array.isArray(before) && Array.isArray(made)) input.result.set('allOf', [...made, ...before]);
};

/** Keeps unknown keywords (`x-...`), unless they contain references that would lead out of the schema. */
export const unknownKeyword: Rule = (input) => {
  if (holdsReference(input.value)) {
    input.to.warn(input.at, 'an unknown keyword that contains a `$ref` was left out');
  } else asValue(input);
};

/** Maps keywords to rules. Keywords not listed are unknown and kept. */
export const KEYWORD_RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...['const', 'default', 'title', 'description', 'format'].map((key) => [key, asValue] as const),
  ...['type', 'enum', 'required'].map((key) => [key, asSet] as const),
  ['properties', mapOfSchemas],
  ['pattern', pattern],
  ['patternProperties', patternProperties],
  ...['anyOf', 'oneOf'].map((key) => [key, listOfSchemas] as const),
  ...['not', 'if', 'then', 'else', 'additionalProperties', 'propertyNames'].map(
    (key) => [key, oneSchema] as const,
  ),
  ['allOf', allOf],
  ['items', items],
  ['prefixItems', prefixItems],
  ['additionalItems', oneSchema],
  ['contains', contains],
  ['minContains', minContains],
  ['maxContains', dropped('`maxContains` has no counterpart in Draft 7 and was left out')],
  ['minimum', bound('exclusiveMinimum')],
  ['maximum', bound('exclusiveMaximum')],
  ['exclusiveMinimum', exclusive('minimum')],
  ['exclusiveMaximum', exclusive('maximum')],
  ['example', examples],
  ['examples', examples],
  ['nullable', nothing],
  ['discriminator', discriminator],
  ['$comment', comment],
  ['xml', dropped('`xml` has no counterpart in Draft 7 and was left out')],
  ['externalDocs', dropped('`externalDocs` has no counterpart in Draft 7 and was left out')],
  ['dependentRequired', dependencies],
  ['dependentSchemas', dependencies],
  ['dependencies', dependencies],
  ['unevaluatedProperties', unevaluated('properties')],
  ['unevaluatedItems', unevaluated('items')],
  ['contentSchema', dropped('`contentSchema` has no counterpart in Draft 7 and was left out')],
  ['$anchor', anchor],
  ['$dynamicAnchor', anchor],
  ['$dynamicRef', dynamicReference],
  ['$recursiveRef', dropped('`$recursiveRef` has no counterpart in Draft 7 and was left out')],
  // Everything reachable is copied into the top-level definitions, and nothing may change the meaning of `#/`.
  ...['$defs', 'definitions', '$schema', '$id', '$vocabulary', '$recursiveAnchor'].map(
    (key) => [key, nothing] as const,
  ),
]);
