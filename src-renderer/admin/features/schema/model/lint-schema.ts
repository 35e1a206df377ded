import { ecmaExpression } from '../../../../../src-server/json-schema/ecma-expression';
import {
  get,
  type JsonNode,
  plainOf,
  textOf,
  toValue,
} from '../../../../../src-server/json-schema/json-node';
import { type Path, toPointer } from '../../../../../src-server/json-schema/json-pointer';
import { nodeAt } from '../../../../../src-server/json-schema/node-path';
import { partFaults } from './part-faults';
import { refTarget } from './references';
import { type PlaceKind, placesIn, requiredKeys } from './schema-places';
import type { SchemaProblem } from './schema-problem';
import { typeOf } from './schema-type';
import { unusedDefinitions } from './unused-definitions';

/** The formats that Draft 7 and the service's own check know. */
export const FORMATS = [
  'date-time',
  'date',
  'time',
  'duration',
  'email',
  'idn-email',
  'hostname',
  'idn-hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'uri-template',
  'iri',
  'iri-reference',
  'uuid',
  'json-pointer',
  'relative-json-pointer',
  'regex',
] as const;
/** Also known, but not offered. */
const MORE_FORMATS = [
  'url',
  'byte',
  'int32',
  'int64',
  'float',
  'double',
  'password',
  'binary',
  'iso-time',
  'iso-date-time',
];
const LIMITS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;
/** Schemas that describe the same value as the schema around them. */
const PARTS: readonly PlaceKind[] = ['branch', 'condition', 'not', 'dependency'];
/** More would help nobody. */
const PROBLEMS_MAX = 200;

/** Finds what a meta-schema cannot: references that lead nowhere, keys required but not described, and the like. */
export function lintSchema(root: JsonNode): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  const visit = (schema: JsonNode, path: Path, partial: boolean, outer: JsonNode) => {
    if (problems.length >= PROBLEMS_MAX) return;
    const id = textOf(schema, '$id');
    const base = id === null || id.startsWith('#') ? outer : schema;
    problems.push(...partFaults(root, schema, path));
    problems.push(...faultsOf(schema, path, partial, (ref) => refTarget(root, ref, base) !== undefined));
    for (const { steps, kind } of placesIn(schema)) {
      const node = nodeAt(schema, steps);
      if (node) visit(node, [...path, ...steps], PARTS.includes(kind), base);
    }
  };
  visit(root, [], false, root);
  const unused = unusedDefinitions(root).map(
    (path): SchemaProblem => ({
      pointer: toPointer(path),
      label: `${path.join('/')} is not used.`,
      level: 'notice',
      isUnused: true,
    }),
  );
  return [...problems, ...unused].slice(0, PROBLEMS_MAX);
}

/**
 * @param partial the schema is a branch, which may mention keys that another one describes
 * @param leads whether a reference leads somewhere
 */
function faultsOf(
  schema: JsonNode,
  path: Path,
  partial: boolean,
  leads: (ref: string) => boolean,
): SchemaProblem[] {
  if (schema.kind !== 'object') return [];
  const found: SchemaProblem[] = [];
  const say = (level: SchemaProblem['level'], label: string, ...more: Path) =>
    found.push({ level, label, pointer: toPointer([...path, ...more]) });
  const ref = textOf(schema, '$ref');
  if (ref !== null) {
    if (!leads(ref)) say('error', `${ref} has no target in this document.`, '$ref');
    const ignored = schema.members.map(({ key }) => key).filter((key) => SILENT_BESIDE_REF.includes(key));
    if (ignored.length > 0) say('warning', `$ref makes ${ignored.join(', ')} ineffective.`, ignored[0] ?? '');
    return found;
  }
  const format = textOf(schema, 'format');
  if (format !== null && !isKnownFormat(format))
    say('warning', `The format “${format}” is unknown and not checked.`, 'format');
  for (const [pattern, ...at] of patternsOf(schema)) {
    if (!ecmaExpression(pattern))
      say('warning', `The pattern ${pattern} is not a valid ECMA-262 regular expression.`, ...at);
  }
  for (const key of partial ? [] : undescribed(schema)) {
    say('warning', `${key} is required but has no schema.`, 'required');
  }
  if (isEmptyObject(schema)) say('warning', 'An object without fields accepts any content.');
  for (const [low, high] of LIMITS) {
    const [min, max] = [plainOf(schema, low), plainOf(schema, high)];
    if (typeof min === 'number' && typeof max === 'number' && min > max) {
      say('error', `${low} is more than ${high}: no value fits.`, low);
    }
  }
  for (const [keyword, label] of unfitting(schema)) say('warning', label, keyword);
  return found;
}

/** Constraints that an author may have intended, but that no Draft 7 validator evaluates there. */
const SILENT_BESIDE_REF = [
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
];

/** Each regular expression of a schema, with its place. */
function patternsOf(schema: JsonNode): [pattern: string, ...at: Path][] {
  const pattern = textOf(schema, 'pattern');
  const names = get(schema, 'patternProperties');
  const keys = names?.kind === 'object' ? names.members.map(({ key }) => key) : [];
  return [
    ...(pattern === null ? [] : [[pattern, 'pattern'] satisfies [string, ...Path]]),
    ...keys.map((key): [string, ...Path] => [key, 'patternProperties', key]),
  ];
}

function isKnownFormat(format: string): boolean {
  return (FORMATS as readonly string[]).includes(format) || MORE_FORMATS.includes(format);
}

function undescribed(schema: JsonNode): string[] {
  const open = ['allOf', 'anyOf', 'oneOf', 'patternProperties', 'if'].some((key) => get(schema, key));
  if (open || !get(schema, 'properties')) return [];
  return [...requiredKeys(schema)].filter((key) => !get(get(schema, 'properties'), key)).slice(0, 20);
}

function isEmptyObject(schema: JsonNode): boolean {
  if (typeOf(schema).choice !== 'object') return false;
  const fields = get(schema, 'properties');
  const described = fields?.kind === 'object' && fields.members.length > 0;
  const others = [
    'additionalProperties',
    'patternProperties',
    'allOf',
    'anyOf',
    'oneOf',
    'required',
    'if',
    'maxProperties',
  ];
  return !described && !others.some((key) => get(schema, key));
}

/** Values in the schema that do not match its own type. */
function unfitting(schema: JsonNode): [keyword: string, message: string][] {
  const { choice, nullable } = typeOf(schema);
  const fits = (node: JsonNode): boolean => {
    const value = toValue(node);
    if (value === null) return nullable || choice === 'null';
    if (choice === 'integer') return typeof value === 'number' && Number.isInteger(value);
    if (choice === 'array') return Array.isArray(value);
    if (choice === 'object') return node.kind === 'object';
    return typeof value === choice;
  };
  if (!['string', 'integer', 'number', 'boolean', 'array', 'object'].includes(choice)) return [];
  const found: [string, string][] = [];
  for (const keyword of ['default', 'const']) {
    const value = get(schema, keyword);
    if (value && !fits(value)) found.push([keyword, `The ${keyword} is not of type ${choice}.`]);
  }
  const values = get(schema, 'enum');
  if (values?.kind === 'array' && values.items.some((item) => !fits(item))) {
    found.push(['enum', `Not every value of the list is of type ${choice}.`]);
  }
  return found;
}
