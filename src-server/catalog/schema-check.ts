import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { isObject, measure } from './plain-json';

/** Deepest nesting of a stored schema. Everything that reads one may recurse this far. */
export const SCHEMA_MAX_DEPTH = 200;
/** Largest stored schema, in bytes of its JSON text. */
export const SCHEMA_MAX_BYTES = 2 * 1024 * 1024;
/** More values than this cannot fit into SCHEMA_MAX_BYTES. */
const SCHEMA_MAX_NODES = SCHEMA_MAX_BYTES;
/** More problems than this help nobody. */
const MAX_PROBLEMS = 10;

let metaSchema: ValidateFunction | undefined;

/**
 * What is wrong with a Draft 7 schema, in plain words; an empty list means it is fine. References that lead nowhere
 * are accepted. Patterns are not run, not even compiled: only the shape is looked at.
 */
export function checkDraft7(schema: unknown): readonly string[] {
  if (typeof schema === 'boolean') return [];
  if (!isObject(schema)) return ['a schema must be an object, true or false'];
  const shape = measure(schema, { maxDepth: SCHEMA_MAX_DEPTH, maxNodes: SCHEMA_MAX_NODES });
  if (shape.tooDeep) return [`the schema nests more than ${SCHEMA_MAX_DEPTH} levels deep`];
  if (shape.tooBig || Buffer.byteLength(JSON.stringify(schema)) > SCHEMA_MAX_BYTES) {
    return [`the schema is bigger than ${SCHEMA_MAX_BYTES / 1024 / 1024} MiB`];
  }
  metaSchema ??= compileMetaSchema();
  if (metaSchema(schema) === true) return [];
  const problems = (metaSchema.errors ?? []).map(inWords);
  return [...new Set(problems)].slice(0, MAX_PROBLEMS);
}

/**
 * The same for the `schemas` of an event type: versions ("1", "2", ...) to schemas. A problem begins with the
 * version it belongs to.
 */
export function checkSchemas(schemas: unknown): readonly string[] {
  if (schemas === null) return [];
  if (!isObject(schemas)) return ['schemas must be an object of versions, or null'];
  const problems: string[] = [];
  for (const [version, schema] of Object.entries(schemas)) {
    if (!/^[1-9]\d{0,8}$/.test(version)) {
      problems.push(`"${version.slice(0, 40)}" is not a version; use "1"`);
      continue;
    }
    problems.push(...checkDraft7(schema).map((problem) => `version ${version}: ${problem}`));
  }
  return problems.slice(0, MAX_PROBLEMS);
}

function compileMetaSchema(): ValidateFunction {
  const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
  const validate = ajv.getSchema('http://json-schema.org/draft-07/schema');
  if (validate === undefined) throw new Error('ajv came without the Draft 7 meta-schema');
  return validate;
}

function inWords(error: ErrorObject): string {
  const where = error.instancePath === '' ? 'the schema' : error.instancePath;
  const allowed = error.keyword === 'enum' ? `: ${(error.params.allowedValues as unknown[]).join(', ')}` : '';
  return `${where} ${error.message ?? 'is not allowed'}${allowed}`;
}
