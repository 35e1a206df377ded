import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { CHECKED_IN_CODE } from '../contract/checked-in-code';
import type { ValidationItem } from '../contract/error';
import { LIST_LIMIT_MAX } from '../contract/list';
import { NAME_PATTERN } from '../contract/names';
import { fromPointer } from '../json-schema/json-pointer';
import { ApiError } from './errors';

/** More remarks than this help nobody. */
const MAX_ITEMS = 50;

/**
 * The first validated request waits for compilation, and everything else with it: a twentieth of a second for the
 * settings; a fifth of that without compiling the metaschema for schemas that tests have checked, and without
 * optimizing code that runs once per request.
 */
const QUICK = { meta: false, validateSchema: false, code: { optimize: false } };

/** Removes unknown fields, then throws a 422 that names every invalid field. */
export type Check = (value: unknown) => void;

/**
 * Compiles our own schemas, each once, on first use: all of them together would take a second at every start.
 * test/server/base/validate.test.ts ensures that each is valid and can be compiled. Users' schemas never come here:
 * they are compiled nowhere near the code that answers requests.
 * @param options all: false names only the first invalid field, for input in which every value may be wrong
 */
export function createValidator({ all = true }: { readonly all?: boolean } = {}) {
  const compile = (schema: object) => compilerOf(all).compile(schema);
  return {
    body: (schema: object): Check => check(() => compile(schema), 'body'),
    query: (schema: object): Check => check(() => compile(objectWith(schema)), 'query'),
  };
}

/** By `all`. Shared, since a compiler keeps what it has compiled: all servers of a process have the same schemas. */
const compilers = new Map<boolean, Ajv>();

function compilerOf(all: boolean): Ajv {
  const known = compilers.get(all);
  if (known) return known;
  const ajv = new Ajv({
    allErrors: all,
    removeAdditional: true,
    allowUnionTypes: true,
    verbose: true,
    ...QUICK,
  });
  addFormats.default(ajv);
  // Code that uses a time parses it, and knows no leap seconds.
  const { validate } = addFormats.default.get('date-time') as {
    readonly validate: (text: string) => boolean;
  };
  ajv.addFormat('date-time', (text: string) => validate(text) && !Number.isNaN(Date.parse(text)));
  // It tells programs what the text is. Code that uses a URL parses it, and says more precisely what is wrong.
  ajv.addFormat('uri', true);
  ajv.addKeyword(CHECKED_IN_CODE);
  compilers.set(all, ajv);
  return ajv;
}

/** The same for the same properties: a compiler knows a schema by its identity. */
const objects = new WeakMap<object, object>();

function objectWith(properties: object): object {
  const known = objects.get(properties) ?? { type: 'object', properties };
  objects.set(properties, known);
  return known;
}

function check(compile: () => ValidateFunction, place: 'body' | 'query'): Check {
  let compiled: ValidateFunction | null = null;
  return (value) => {
    compiled ??= compile();
    const validate = compiled;
    if (validate(value)) return;
    const items = (validate.errors ?? []).slice(0, MAX_ITEMS).map((error) => describe(error, place, value));
    throw new ApiError(422, { detail: items });
  };
}

function describe(error: ErrorObject, place: 'body' | 'query', value: unknown): ValidationItem {
  const loc: string[] = [place];
  let at: unknown = value;
  for (const name of fromPointer(error.instancePath)) {
    loc.push(Array.isArray(at) ? `[${name}]` : name);
    at = (at as Record<string, unknown> | undefined)?.[name];
  }
  const { keyword, params } = error;
  if (keyword === 'required') {
    return {
      loc: [...loc, params.missingProperty],
      msg: 'This field is required.',
      type: 'value_error.jsondecode',
    };
  }
  const type = keyword === 'type' ? 'value_error.jsondecode' : 'value_error';
  return { loc, msg: messageOf(error, loc), type };
}

function messageOf(error: ErrorObject, loc: readonly string[]): string {
  const { keyword, params, parentSchema } = error;
  const limit = params.limit as number;
  switch (keyword) {
    case 'type':
      return `This must be ${typesLabel(params.type)}.`;
    case 'enum':
      return `This must be one of ${(params.allowedValues as unknown[]).join(', ')}.`;
    case 'minLength':
      return limit === 1 ? 'This must not be empty.' : `This needs at least ${limit} characters.`;
    case 'maxLength':
      return `This has more than ${limit} characters.`;
    case 'minimum':
      return `This must be ${limit} or more.`;
    case 'maximum':
      if (loc.join('.') === 'query.limit') return `Given limit must not exceed ${LIST_LIMIT_MAX}`;
      return `This must be ${limit} or less.`;
    case 'minItems':
      return `This needs at least ${limit} entries.`;
    case 'maxItems':
    case 'maxProperties':
      return `This has more than ${limit} entries.`;
    case 'uniqueItems':
      return 'This contains the same entry twice.';
    case 'format':
      return `This must be a ${params.format === 'date-time' ? 'date and time, such as 2026-01-31T12:00:00Z' : params.format}.`;
    case 'pattern':
      if (parentSchema?.format === 'uri') return addressLabel(params.pattern);
      return patternLabel(params.pattern);
    default:
      return `This ${error.message ?? 'does not fit'}.`;
  }
}

function typesLabel(type: string | readonly string[]): string {
  const types = typeof type === 'string' ? type.split(',') : type;
  const label: Record<string, string> = {
    string: 'a text',
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    object: 'an object',
    array: 'a list',
    null: 'null',
  };
  return types.map((name) => label[name] ?? name).join(' or ');
}

function addressLabel(pattern: string): string {
  if (pattern.startsWith('^data:')) return 'This must be an image as a base64 data URL.';
  return 'This must be a URL that starts with http:// or https://, without spaces and quotes.';
}

function patternLabel(pattern: string): string {
  if (pattern === NAME_PATTERN)
    return `This may contain only letters, digits and - _ ., and not be "." or "..".`;
  if (pattern.includes('\\u0000')) return 'This must not contain control characters.';
  const named = /^\^\[a-zA-Z0-9(.*)\]\+\$$/.exec(pattern);
  if (!named) return `This must match ${pattern}.`;
  return `This may contain only letters, digits and ${[...(named[1] ?? '').replaceAll('\\', '')].join(' ')}.`;
}
