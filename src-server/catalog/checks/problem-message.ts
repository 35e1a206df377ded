import type { ErrorObject } from 'ajv';
import { cutText } from '../../contract/cut-text';
import type { PayloadAlternative, PayloadProblem } from '../../contract/payload-check';
import { child } from '../../json-schema/json-pointer';
import { shortJson } from '../../json-schema/short-json';

/** More violations of one payload help nobody. */
const MAX_PROBLEMS = 20;
/** Failed alternatives whose reasons are searched for; each is checked again by itself. */
const MAX_EXPLAINED = 5;
/** Longest list of allowed values in one message, in characters. */
const VALUES_LENGTH = 120;
/** A payload's key is cut to this length in a pointer; it is untrusted. */
const MAX_KEY = 200;

/** What a text must be for a format, to follow "must be". */
const FORMAT_LABELS: ReadonlyMap<string, string> = new Map([
  ['date', 'a date, like 2026-01-31'],
  ['date-time', 'a date and time with an offset, like 2026-01-31T12:00:00Z'],
  ['time', 'a time with an offset, like 12:00:00Z'],
  ['duration', 'a duration, like P1DT12H'],
  ['email', 'an e-mail address'],
  ['idn-email', 'an e-mail address'],
  ['hostname', 'a host name'],
  ['idn-hostname', 'a host name'],
  ['ipv4', 'an IPv4 address'],
  ['ipv6', 'an IPv6 address'],
  ['uri', 'a URI with its scheme, like https://example.com/a'],
  ['uri-reference', 'a URI, or a reference like ../a'],
  ['iri', 'a URI with its scheme, like https://example.com/a'],
  ['iri-reference', 'a URI, or a reference like ../a'],
  ['uri-template', 'a URI template, like /users/{id}'],
  ['uuid', 'a UUID'],
  ['json-pointer', 'a JSON pointer, like /data/0'],
  ['relative-json-pointer', 'a relative JSON pointer, like 1/data'],
  ['regex', 'a regular expression'],
]);

/** What the schema tells about errors. */
interface SchemaKnowledge {
  /** Whether a schema is part of some others, also through references. Absent: judged by the paths of the errors. */
  readonly isWithin?: (schemas: unknown, schema: unknown) => boolean;
  /** The reasons of each alternative. Absent: nobody asked for them. */
  readonly reasonsOf?: (alternative: ErrorObject) => readonly PayloadAlternative[];
}

/**
 * What ajv found, in words for people. If all alternatives failed, that is one problem, and the reasons of each are
 * below it; "X or null" is not an alternative but a nullable X.
 */
export function problemsOf(
  errors: readonly ErrorObject[],
  { isWithin, reasonsOf }: SchemaKnowledge = {},
): PayloadProblem[] {
  const kept: ErrorObject[] = [];
  for (const error of errors) {
    // The surrounding rule reports these.
    if (error.propertyName !== undefined) continue;
    if (error.keyword === 'if' && kept.length > 0) continue;
    if (triesBranches(error)) {
      const branches = takeBranches(kept, error, isWithin);
      if (branches.length > 0) {
        kept.push(...branches);
        continue;
      }
    }
    kept.push(error);
  }
  const problems = new Map<string, PayloadProblem>();
  let explained = 0;
  for (const error of kept) {
    let problem = problemOf(error);
    if (reasonsOf && isNoneOfSeveral(error) && explained < MAX_EXPLAINED) {
      explained += 1;
      problem = { ...problem, alternatives: [...reasonsOf(error)] };
    }
    problems.set(`${problem.pointer}\n${problem.message}`, problem);
    if (problems.size === MAX_PROBLEMS) break;
  }
  return [...problems.values()];
}

/** True if every alternative of a `oneOf` or `anyOf` failed. */
function isNoneOfSeveral({ keyword, params }: ErrorObject): boolean {
  return /^(any|one)Of$/.test(keyword) && params.passingSchemas == null;
}

/** True for a rule that tried several branches, each of which has reported why it failed. */
function triesBranches(error: ErrorObject): boolean {
  return error.keyword === 'contains' || isNoneOfSeveral(error);
}

/**
 * Removes the errors of a failed alternative's branches from the end of the list.
 * @returns what is worth saying instead of "matches none": the errors of the one non-null branch; otherwise nothing
 */
function takeBranches(
  kept: ErrorObject[],
  alternative: ErrorObject,
  isWithin: SchemaKnowledge['isWithin'],
): ErrorObject[] {
  const { instancePath, schemaPath } = alternative;
  const parent = schemaPath.slice(0, schemaPath.lastIndexOf('/'));
  let first = kept.length;
  for (let error = kept[first - 1]; error !== undefined; error = kept[first - 1]) {
    const below = error.instancePath === instancePath || error.instancePath.startsWith(`${instancePath}/`);
    // Behind a reference the path starts over; next to the alternative it does not.
    const own =
      isWithin && error.parentSchema !== undefined
        ? isWithin(alternative.schema, error.parentSchema)
        : error.schemaPath.startsWith(`${schemaPath}/`) || !error.schemaPath.startsWith(`${parent}/`);
    if (!below || !own) break;
    first -= 1;
  }
  const branches = kept.splice(first);
  const isNull = (error: ErrorObject) =>
    error.instancePath === instancePath && error.keyword === 'type' && error.params.type === 'null';
  const rest = branches.filter((error) => !isNull(error));
  const alternatives = Array.isArray(alternative.schema) ? alternative.schema.length : 0;
  return alternatives === 2 && rest.length < branches.length ? rest : [];
}

/** One error of ajv, in words for people. */
export function problemOf({ keyword, instancePath, params, schema }: ErrorObject): PayloadProblem {
  const at = (message: string, key?: unknown): PayloadProblem => ({
    pointer: key === undefined ? instancePath : child(instancePath, cutText(String(key), MAX_KEY)),
    rule: keyword,
    message,
  });
  const { limit } = params;
  switch (keyword) {
    case 'type':
      return at(`must be ${[params.type].flat().join(' or ')}`);
    case 'required':
      return at('is missing', params.missingProperty);
    case 'dependencies':
    case 'dependentRequired':
      return at(
        `is missing, but required if ${shortJson(params.property)} is present`,
        params.missingProperty,
      );
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return at('is not an allowed key', params.additionalProperty ?? params.unevaluatedProperty);
    case 'propertyNames':
      return at('does not have an allowed name', params.propertyName);
    case 'enum':
      return at(`must be one of ${listOf(params.allowedValues)}`);
    case 'const':
      return at(`must be ${shortJson(params.allowedValue)}`);
    case 'format':
      return at(`must be ${FORMAT_LABELS.get(String(params.format)) ?? `of the format ${params.format}`}`);
    case 'contentEncoding':
      return at('must be bytes in base64');
    case 'contentMediaType':
      return at('must contain a JSON document');
    case 'pattern':
      return at(`must match ${cutText(String(params.pattern), VALUES_LENGTH)}`);
    case 'minimum':
      return at(`must be at least ${limit}`);
    case 'maximum':
      return at(`must be at most ${limit}`);
    case 'exclusiveMinimum':
      return at(`must be more than ${limit}`);
    case 'exclusiveMaximum':
      return at(`must be less than ${limit}`);
    case 'multipleOf':
      return at(`must be a multiple of ${params.multipleOf}`);
    case 'minLength':
    case 'maxLength':
      return at(`must have ${bound(keyword)} ${count(limit, 'character')}`);
    case 'minItems':
    case 'maxItems':
      return at(`must have ${bound(keyword)} ${count(limit, 'item')}`);
    case 'minProperties':
    case 'maxProperties':
      return at(`must have ${bound(keyword)} ${count(limit, 'key')}`);
    case 'additionalItems':
      return at(`must have at most ${count(limit, 'item')}`);
    case 'uniqueItems':
      return at('must not contain the same item twice');
    case 'contains':
      return at('must contain an item that matches the “contains” schema');
    case 'not':
      return at('matches a schema that is not allowed');
    case 'false schema':
      return at('is not allowed');
    case 'anyOf':
    case 'oneOf': {
      const options = Array.isArray(schema) ? `${schema.length} ` : '';
      const fitting = params.passingSchemas == null ? 'none' : 'more than one';
      return at(`matches ${fitting} of the ${options}alternatives`);
    }
    default:
      return at(`breaks the rule ${keyword}`);
  }
}

function bound(keyword: string): string {
  return keyword.startsWith('min') ? 'at least' : 'at most';
}

function count(limit: unknown, unit: string): string {
  return `${limit} ${unit}${limit === 1 ? '' : 's'}`;
}

function listOf(values: unknown): string {
  return shortJson(values, VALUES_LENGTH).replace(/^\[|\]$/g, '');
}
