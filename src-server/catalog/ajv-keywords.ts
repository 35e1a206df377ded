import type { Ajv, FuncKeywordDefinition, SchemaValidateFunction } from 'ajv';
import { isObject, type JsonObject, own } from '../json-schema/plain-json';
import { comparableJson } from './comparable-json';
import { isMultipleOf } from './decimal-multiple';

/*
 * Keywords that ajv gets wrong or takes too long for. It compares objects by their members `constructor` and `valueOf`,
 * which payloads may have as well; it compares every list item with every other; it divides floating-point numbers to
 * check a multiple; and it ignores `contentEncoding` and `contentMediaType`.
 */

type Test = (value: unknown, parent: JsonObject) => boolean;

const JSON_TYPE = 'application/json';
const anything: Test = () => true;

/** Replaces ajv's keywords with our own. Their errors have the same parameters. */
export function replaceKeywords(ajv: Ajv): void {
  const rules: readonly FuncKeywordDefinition[] = [
    rule('enum', (values) => isOneOf(values as readonly unknown[]), 'allowedValues'),
    rule('const', (value) => isOneOf([value]), 'allowedValue'),
    { ...rule('uniqueItems', (wanted) => (wanted === true ? isDistinct : anything)), type: 'array' },
    { ...rule('multipleOf', multipleOf, 'multipleOf'), type: 'number' },
    { ...rule('contentEncoding', (name) => (name === 'base64' ? isBase64 : anything)), type: 'string' },
    { ...rule('contentMediaType', (type) => (type === JSON_TYPE ? holdsJson : anything)), type: 'string' },
  ];
  for (const definition of rules) {
    ajv.removeKeyword(String(definition.keyword));
    ajv.addKeyword(definition);
  }
}

/** @param param the name under which the error has the keyword's value; undefined: it has none */
function rule(keyword: string, compile: (schema: unknown) => Test, param?: string): FuncKeywordDefinition {
  return {
    keyword,
    errors: true,
    compile(schema: unknown, parent) {
      const test = compile(schema);
      const params = param === undefined ? {} : { [param]: schema };
      const validate: SchemaValidateFunction = (value: unknown) => {
        if (test(value, isObject(parent) ? parent : {})) return true;
        validate.errors = [{ keyword, params }];
        return false;
      };
      return validate;
    },
  };
}

function isOneOf(values: readonly unknown[]): Test {
  const allowed = new Set(values.map(comparableJson));
  return (value) => allowed.has(comparableJson(value));
}

function isDistinct(items: unknown): boolean {
  const list = items as readonly unknown[];
  return new Set(list.map(comparableJson)).size === list.length;
}

function multipleOf(step: unknown): Test {
  return typeof step === 'number' ? (value) => isMultipleOf(value as number, step) : anything;
}

function isBase64(value: unknown): boolean {
  const text = (value as string).replace(/[\r\n]/g, '');
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

function holdsJson(value: unknown, parent: JsonObject): boolean {
  const encoding = own(parent, 'contentEncoding');
  if (encoding !== undefined && encoding !== 'base64') return true;
  const text = value as string;
  try {
    JSON.parse(encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text);
    return true;
  } catch {
    return false;
  }
}
