import { invalid } from '../../base/errors';
import { compactJson, rawMember } from '../../json-schema/raw-json-text';
import { currentSchema } from './current-schema';
import { checkSchemas } from './schema-check';

/** What an entry says about the schemas of an event type, in either spelling. */
export interface WithSchemas {
  readonly schemas?: unknown;
  readonly schema?: unknown;
}

/**
 * The entry with its schemas checked and in their stored form: text in place of the value. If both `schemas` and
 * `schema` are given, the first counts.
 * @param text the text that the entry was read from
 * @throws ApiError 422 for anything but a Draft 7 schema
 */
export function withSchemaTexts<E extends WithSchemas>(entry: E, text: string): E {
  const { schema, ...others } = entry;
  if (entry.schemas !== undefined) {
    const schemas = entry.schemas && checked(compactJson(rawMember(text, 'schemas') ?? '{}'), 'schemas');
    return { ...others, schemas } as E;
  }
  if (schema === undefined || schema === null) return entry;
  const asVersion = `{"1":${compactJson(rawMember(text, 'schema') ?? 'true')}}`;
  return { ...others, schema: currentSchema(checked(asVersion, 'schema')) } as E;
}

function checked(schemas: string, field: keyof WithSchemas): string {
  const problems = checkSchemas(schemas);
  if (problems.length === 0) return schemas;
  throw invalid(...problems.map((msg) => ({ loc: ['body', field], msg, type: 'value_error' })));
}
