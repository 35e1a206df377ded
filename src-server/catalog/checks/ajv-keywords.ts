import type { Ajv, FuncKeywordDefinition } from 'ajv';
import type { DataValidateFunction, DataValidationCxt } from 'ajv/dist/types/index.js';
import { canonicalHeld } from '../../json-schema/canonical-json';
import { compareNumbers } from '../../json-schema/exact-number';
import { type HeldValue, heldItems, heldValue } from '../../json-schema/held-value';
import { isObject, type JsonObject, own } from '../../json-schema/plain-json';
import { isMultipleOf } from './decimal-multiple';

/*
 * Keywords that ajv gets wrong or takes too long for. It compares objects by their members `constructor` and `valueOf`,
 * which payloads may have as well; it compares every list item with every other; it compares numbers as doubles, to
 * which two ids beyond 2^53 are the same, and divides them to check a multiple; and it ignores `contentEncoding` and
 * `contentMediaType`.
 */

/** @param value in its holder, which knows how a number was spelled */
type Test = (value: HeldValue, parent: JsonObject) => boolean;

const JSON_TYPE = 'application/json';
const anything: Test = () => true;

/**
 * Replaces ajv's keywords with our own. Their errors have the same parameters, and no message.
 * @param only the keyword to replace; absent: all
 */
export function replaceKeywords(ajv: Ajv, only?: 'uniqueItems'): void {
  const rules: readonly FuncKeywordDefinition[] = [
    rule('enum', (values) => isOneOf(heldItems(heldValue(values) as readonly unknown[])), 'allowedValues'),
    rule('const', (value) => isOneOf([value]), 'allowedValue'),
    ofType('array', 'uniqueItems', (wanted) => (heldValue(wanted) === true ? isDistinct : anything)),
    ...BOUNDS.map(([keyword, isWithin]) =>
      ofType('number', keyword, (limit) => bound(limit, isWithin), 'limit'),
    ),
    ofType('number', 'multipleOf', (step) => multipleOf(heldValue(step)), 'multipleOf'),
    ofType('string', 'contentEncoding', (name) => (heldValue(name) === 'base64' ? isBase64 : anything)),
    ofType('string', 'contentMediaType', (type) => (heldValue(type) === JSON_TYPE ? holdsJson : anything)),
  ];
  for (const definition of rules.filter(({ keyword }) => !only || keyword === only)) {
    ajv.removeKeyword(String(definition.keyword));
    ajv.addKeyword(definition);
  }
}

/** The keywords that bound a number, each with what the comparison of a value with the limit must be. */
const BOUNDS: readonly (readonly [keyword: string, isWithin: (order: number) => boolean])[] = [
  ['minimum', (order) => order >= 0],
  ['maximum', (order) => order <= 0],
  ['exclusiveMinimum', (order) => order > 0],
  ['exclusiveMaximum', (order) => order < 0],
];

function bound(limit: HeldValue, isWithin: (order: number) => boolean): Test {
  return typeof heldValue(limit) === 'number' ? (value) => isWithin(compareNumbers(value, limit)) : anything;
}

/**
 * @param compile gets the value of the keyword in its schema
 * @param param the name under which the error has that value; undefined: it has none
 */
function rule(keyword: string, compile: (held: HeldValue) => Test, param?: string): FuncKeywordDefinition {
  return {
    keyword,
    errors: true,
    compile(schema: unknown, parent) {
      const test = compile({ holder: parent, key: keyword });
      const params = param === undefined ? {} : { [param]: schema };
      const validate: DataValidateFunction = (value: unknown, context) => {
        if (test(heldIn(context, value), isObject(parent) ? parent : {})) return true;
        validate.errors = [{ keyword, params }];
        return false;
      };
      return validate;
    },
  };
}

/** The same for values of one type only. */
function ofType(type: 'array' | 'number' | 'string', ...row: Parameters<typeof rule>): FuncKeywordDefinition {
  return { ...rule(...row), type };
}

/** The value where the payload holds it; the whole payload and the name of a key have no place of their own. */
function heldIn(context: DataValidationCxt | undefined, value: unknown): HeldValue {
  const held = { holder: Object(context?.parentData), key: context?.parentDataProperty ?? '' };
  return Object.is(heldValue(held), value) ? held : { holder: [value], key: 0 };
}

function isOneOf(values: readonly HeldValue[]): Test {
  const allowed = new Set(values.map(canonicalHeld));
  return (value) => allowed.has(canonicalHeld(value));
}

function isDistinct(items: HeldValue): boolean {
  const list = heldItems(heldValue(items) as readonly unknown[]);
  return new Set(list.map(canonicalHeld)).size === list.length;
}

function multipleOf(step: unknown): Test {
  return typeof step === 'number' ? (value) => isMultipleOf(heldValue(value) as number, step) : anything;
}

function isBase64(value: HeldValue): boolean {
  const text = String(heldValue(value)).replace(/[\r\n]/g, '');
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

function holdsJson(value: HeldValue, parent: JsonObject): boolean {
  const encoding = own(parent, 'contentEncoding');
  if (encoding !== undefined && encoding !== 'base64') return true;
  const text = String(heldValue(value));
  try {
    JSON.parse(encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text);
    return true;
  } catch {
    return false;
  }
}
