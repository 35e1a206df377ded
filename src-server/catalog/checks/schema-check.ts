import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { cutText } from '../../contract/cut-text';
import { LIMITS } from '../../contract/limits';
import { parseOrdered } from '../../json-schema/ordered-json';
import { isObject, type JsonObject, measure } from '../../json-schema/plain-json';
import { rawMembers } from '../../json-schema/raw-json-text';
import { replaceKeywords } from './ajv-keywords';

/** Deepest nesting of a stored schema. Code that reads one may recurse this far. */
export const SCHEMA_MAX_DEPTH = LIMITS.schemaDepth.max;
/** Largest stored schema, in bytes of its JSON text. */
export const SCHEMA_MAX_BYTES = LIMITS.schema.max;
/** Largest `schemas` of an event type, in bytes of their JSON text. */
const SCHEMAS_MAX_BYTES = LIMITS.schemas.max;
/** More values than this cannot fit into SCHEMA_MAX_BYTES. */
const SCHEMA_MAX_NODES = SCHEMA_MAX_BYTES;
/** More problems than this help nobody. */
const MAX_PROBLEMS = 10;

let metaSchema: ValidateFunction | undefined;

/** One problem of a schema. */
interface SchemaProblem {
  /** JSON pointer of the place; "" means the whole schema. */
  readonly pointer: string;
  /** What is wrong there, without the place: "must be string". */
  readonly message: string;
}

/**
 * What is wrong with a Draft 7 schema, in plain words; an empty list means it is fine. Dangling references are
 * accepted. Patterns are not run, not even compiled: only the shape is checked.
 * @param text the text it was read from; absent: the output of JSON.stringify
 */
export function checkDraft7(schema: unknown, text?: string): readonly string[] {
  return problemsOfDraft7(schema, text).map(({ pointer, message }) =>
    message.startsWith('the schema ') || message.startsWith('a schema ')
      ? message
      : `${pointer === '' ? 'the schema' : pointer} ${message}`,
  );
}

/** The same, with the places separate. */
export function problemsOfDraft7(schema: unknown, text?: string): readonly SchemaProblem[] {
  const ofSchema = (message: string) => [{ pointer: '', message }];
  if (typeof schema === 'boolean') return [];
  if (!isObject(schema)) return ofSchema('a schema must be an object, true or false');
  const shape = measure(schema, { maxDepth: SCHEMA_MAX_DEPTH, maxNodes: SCHEMA_MAX_NODES });
  if (shape.tooDeep) return ofSchema(`the schema nests more than ${SCHEMA_MAX_DEPTH} levels deep`);
  if (shape.tooBig || Buffer.byteLength(text ?? JSON.stringify(schema)) > SCHEMA_MAX_BYTES) {
    return ofSchema(`the schema is larger than ${SCHEMA_MAX_BYTES / 1024 / 1024} MiB`);
  }
  metaSchema ??= compileMetaSchema();
  if (metaSchema(schema) === true) return [];
  const problems = new Map<string, SchemaProblem>();
  for (const error of metaSchema.errors ?? []) {
    const problem = toProblem(error);
    problems.set(`${problem.pointer} ${problem.message}`, problem);
  }
  return [...problems.values()].slice(0, MAX_PROBLEMS);
}

/**
 * The same for the `schemas` of an event type: JSON text of an object, from versions ("1", "2", ...) to schemas. Each
 * problem begins with the version it belongs to.
 */
export function checkSchemas(schemas: string): readonly string[] {
  if (Buffer.byteLength(schemas) > SCHEMAS_MAX_BYTES) {
    return [`the versions exceed ${SCHEMAS_MAX_BYTES / 1024 / 1024} MiB in total; remove old ones`];
  }
  const problems: string[] = [];
  const texts = new Map(rawMembers(schemas).map(({ name, text }) => [name, text]));
  for (const [version, text] of texts) {
    if (!/^[1-9]\d{0,8}$/.test(version)) {
      problems.push(`"${cutText(version, 40)}" is not a version; use "1"`);
      continue;
    }
    problems.push(
      ...checkDraft7(parseOrdered(text), text).map((problem) => `version ${version}: ${problem}`),
    );
  }
  return problems.slice(0, MAX_PROBLEMS);
}

/** The meta-schema of Draft 7, which every Draft 7 schema matches. */
export function draft7MetaSchema(): JsonObject {
  metaSchema ??= compileMetaSchema();
  return metaSchema.schema as JsonObject;
}

function compileMetaSchema(): ValidateFunction {
  const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
  // In a list of ids beyond 2^53, no two are the same.
  replaceKeywords(ajv, 'uniqueItems');
  const validate = ajv.getSchema('http://json-schema.org/draft-07/schema');
  if (validate === undefined) throw new Error('ajv came without the Draft 7 meta-schema');
  return validate;
}

function toProblem(error: ErrorObject): SchemaProblem {
  const allowed = error.keyword === 'enum' ? `: ${(error.params.allowedValues as unknown[]).join(', ')}` : '';
  const reason = error.keyword === 'uniqueItems' ? 'must not contain the same item twice' : error.message;
  return { pointer: error.instancePath, message: `${reason ?? 'is not allowed'}${allowed}` };
}
