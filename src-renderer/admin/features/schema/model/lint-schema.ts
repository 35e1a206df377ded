import { ecmaExpression } from '../../../../../src-server/json-schema/ecma-expression';
import { type JsonNode, toValue } from '../../../../../src-server/json-schema/json-node';
import { type Path, toPointer } from '../../../../../src-server/json-schema/json-pointer';
import { commonTypes, type MergedField, mergedFields, partsOf, type SchemaPart } from './parts-of';
import { refTarget, unusedDefinitions } from './references';
import { asSchema, BRANCH_KEYWORDS, type PlaceKind, type SchemaNode } from './schema-node';

/** Something in a schema that is worth a look. */
export interface SchemaProblem {
  /** Pointer to what it is about: a schema, or a keyword in one. */
  readonly pointer: string;
  readonly label: string;
  readonly level: ProblemLevel;
  /** True: nothing refers to it, so that it can be removed without any effect. */
  readonly isUnused?: boolean;
}

/**
 * `error`: the schema cannot be stored, or it means nothing; `warning`: it is probably not what the author meant;
 * `notice`: it has no effect.
 */
export type ProblemLevel = 'error' | 'warning' | 'notice';

/** The formats that Draft 7 and the service's own check know. */
export const FORMATS = [
  ...[
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
  ],
  ...['uri', 'uri-reference', 'uri-template', 'iri', 'iri-reference', 'uuid', 'json-pointer'],
  ...['relative-json-pointer', 'regex'],
];
/** Also known, but not offered. */
const MORE_FORMATS = [
  ...['url', 'byte', 'int32', 'int64', 'float', 'double', 'password', 'binary', 'iso-time', 'iso-date-time'],
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
  const visit = (schema: SchemaNode, path: Path, partial: boolean, outer: JsonNode) => {
    if (problems.length >= PROBLEMS_MAX) return;
    const id = schema.text('$id');
    const base = id === null || id.startsWith('#') ? outer : schema.json;
    problems.push(...partFaults(root, schema, path));
    problems.push(...faultsOf(schema, path, partial, (ref) => refTarget(root, ref, base) !== undefined));
    for (const { steps, kind, schema: inner } of schema.children)
      visit(inner, [...path, ...steps], PARTS.includes(kind), base);
  };
  visit(asSchema(root), [], false, root);
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
  schema: SchemaNode,
  path: Path,
  partial: boolean,
  leads: (ref: string) => boolean,
): SchemaProblem[] {
  const found: SchemaProblem[] = [];
  const say = (level: SchemaProblem['level'], label: string, ...more: Path) =>
    found.push({ level, label, pointer: toPointer([...path, ...more]) });
  const { ref } = schema;
  if (ref !== null) {
    if (!leads(ref)) say('error', `${ref} has no target in this document.`, '$ref');
    const ignored = [...schema.entries().keys()].filter((key) => SILENT_BESIDE_REF.includes(key));
    if (ignored.length > 0) say('warning', `$ref makes ${ignored.join(', ')} ineffective.`, ignored[0] ?? '');
    return found;
  }
  const format = schema.text('format');
  if (format !== null && !FORMATS.includes(format) && !MORE_FORMATS.includes(format))
    say('warning', `The format “${format}” is unknown and not checked.`, 'format');
  const checkPattern = (pattern: string, ...at: Path) => {
    if (!ecmaExpression(pattern))
      say('warning', `The pattern ${pattern} is not a valid ECMA-262 regular expression.`, ...at);
  };
  const pattern = schema.text('pattern');
  if (pattern !== null) checkPattern(pattern, 'pattern');
  for (const key of schema.map('patternProperties').entries().keys())
    checkPattern(key, 'patternProperties', key);
  for (const key of partial ? [] : undescribed(schema))
    say('warning', `${key} is required but has no schema.`, 'required');
  if (isEmptyObject(schema)) say('warning', 'An object without fields accepts any content.');
  for (const [low, high] of LIMITS) {
    const [min, max] = [schema.value(low), schema.value(high)];
    if (typeof min === 'number' && typeof max === 'number' && min > max)
      say('error', `${low} is more than ${high}: no value fits.`, low);
  }
  for (const [keyword, label] of unfitting(schema)) say('warning', label, keyword);
  return found;
}

/** Constraints that an author may have intended, but that no Draft 7 validator evaluates there. */
const SILENT_BESIDE_REF = [
  ...[
    'type',
    'properties',
    'required',
    'additionalProperties',
    'items',
    'enum',
    'const',
    'format',
    'pattern',
  ],
  ...[
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
  ],
];

function undescribed(schema: SchemaNode): string[] {
  const isOpen = schema.has('allOf', 'anyOf', 'oneOf', 'patternProperties', 'if');
  if (isOpen || !schema.has('properties')) return [];
  return [...schema.required].filter((key) => !schema.map('properties').has(key)).slice(0, 20);
}

function isEmptyObject(schema: SchemaNode): boolean {
  return (
    schema.type.choice === 'object' &&
    schema.map('properties').entries().size === 0 &&
    !schema.has(
      'additionalProperties',
      'patternProperties',
      'required',
      'maxProperties',
      'if',
      ...BRANCH_KEYWORDS,
    )
  );
}

/** Values in the schema that do not match its own type. */
function unfitting(schema: SchemaNode): [keyword: string, message: string][] {
  const { choice, nullable } = schema.type;
  const fits = (node: JsonNode): boolean => {
    const value = toValue(node);
    if (value === null) return nullable || choice === 'null';
    if (choice === 'integer') return typeof value === 'number' && Number.isInteger(value);
    if (choice === 'array') return Array.isArray(value);
    if (choice === 'object') return node.kind === 'object';
    return typeof value === choice;
  };
  if (!['string', 'integer', 'number', 'boolean', 'array', 'object'].includes(choice)) return [];
  const found = ['default', 'const'].flatMap((keyword): [string, string][] => {
    const value = schema.get(keyword);
    return value && !fits(value) ? [[keyword, `The ${keyword} is not of type ${choice}.`]] : [];
  });
  if (schema.list('enum').every(fits)) return found;
  return [...found, ['enum', `Not every value of the list is of type ${choice}.`]];
}

/** What the parts of an `allOf` say against each other: types that no value has, keys that another part forbids. */
function partFaults(root: JsonNode, schema: SchemaNode, path: Path): SchemaProblem[] {
  if (schema.get('allOf')?.kind !== 'array') return [];
  const parts = partsOf(root, { schema, path, view: path, origin: null });
  if (parts.length < 2) return [];
  const fields = mergedFields(parts);
  const own = noType(parts, toPointer(path), 'The parts');
  return [...own, ...fields.flatMap((field) => typeFaults(root, field)), ...closedFaults(parts, fields)];
}

function typeFaults(root: JsonNode, { key, places }: MergedField): SchemaProblem[] {
  const last = places.at(-1);
  if (!last || places.length < 2) return [];
  const parts = places.flatMap((place) => partsOf(root, place));
  return noType(parts, toPointer(last.view), `The parts that describe ${key}`);
}

function noType(parts: readonly SchemaPart[], pointer: string, who: string): SchemaProblem[] {
  if (commonTypes(parts)?.length !== 0) return [];
  const types = parts.flatMap(({ schema }) => schema.value('type') ?? []);
  const label = `${who} allow no common type (${[...new Set(types)].join(', ')}): no value fits.`;
  return [{ level: 'error', label, pointer }];
}

/** A part that allows no other keys also forbids those of the other parts. */
function closedFaults(parts: readonly SchemaPart[], fields: readonly MergedField[]): SchemaProblem[] {
  const closed = parts.filter(({ schema }) => schema.value('additionalProperties') === false);
  return closed.flatMap(({ schema, origin }) => {
    if (schema.has('patternProperties')) return [];
    const forbidden = fields.filter(({ key }) => !schema.map('properties').has(key));
    return forbidden.slice(0, 20).map(({ key, places }): SchemaProblem => {
      const label = `${key} never fits: ${origin?.label ?? 'the schema itself'} allows no fields besides its own.`;
      return { level: 'warning', label, pointer: toPointer(places[0]?.view ?? []) };
    });
  });
}
