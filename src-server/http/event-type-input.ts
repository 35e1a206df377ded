import { invalid } from '../base/errors';
import { withCurrentSchema } from '../catalog/current-schema';
import { checkSchemas } from '../catalog/schema-check';
import type { EventTypePatch } from '../contract/event-type';
import { compactJson, rawMember } from '../contract/raw-json-text';
import type { EventTypeContent } from '../storage/event-type-store';
import { readFeatureFlags } from './spellings';

/** Of a body that says something about an event type: its schemas, as the text that came. */
interface SchemaTexts {
  /** Absent: they were not given. Null: there are to be none. */
  readonly schemas?: string | null;
  /** The specification's spelling of version "1" of them. */
  readonly schema?: string | null;
}

/** What a body says about an event type. */
export type EventTypeFields = Omit<EventTypePatch, keyof SchemaTexts> & SchemaTexts;

/** @param text of which the body was read */
export function readFields<T extends EventTypePatch>(
  { schemas, schema, ...fields }: T,
  text: string,
): Omit<T, keyof SchemaTexts> & SchemaTexts {
  const textOf = (member: string) => compactJson(rawMember(text, member) ?? 'null');
  return {
    ...fields,
    ...(schemas === undefined ? {} : { schemas: schemas && textOf('schemas') }),
    ...(schema === undefined ? {} : { schema: schema === null ? null : textOf('schema') }),
  };
}

/** What POST says about a new event type. Its name is all that is needed. */
export function newContent(name: string, fields: EventTypeFields): EventTypeContent {
  return {
    name,
    description: fields.description ?? '',
    archived: fields.archived ?? false,
    deprecated: fields.deprecated ?? false,
    groupName: fields.groupName ?? null,
    featureFlags: readFeatureFlags(fields) ?? null,
    schemas: readSchemas(null, fields) ?? null,
  };
}

/** What PUT leaves of an event type: only what it gives. */
export function replacedContent(current: EventTypeContent, fields: EventTypeFields): EventTypeContent {
  return newContent(current.name, { ...fields, description: fields.description ?? current.description });
}

/** What PATCH makes of an event type: absent leaves a field alone, null clears it. */
export function changedContent(current: EventTypeContent, fields: EventTypeFields): EventTypeContent {
  const featureFlags = readFeatureFlags(fields);
  const schemas = readSchemas(current.schemas, fields);
  return {
    name: current.name,
    description: fields.description ?? current.description,
    archived: fields.archived ?? current.archived,
    deprecated: fields.deprecated ?? current.deprecated,
    groupName: fields.groupName === undefined ? current.groupName : fields.groupName,
    featureFlags: featureFlags === undefined ? current.featureFlags : featureFlags,
    schemas: schemas === undefined ? current.schemas : schemas,
  };
}

/**
 * `schemas`, or the specification's `schema` as version "1" of them. Undefined: neither was given.
 * @throws ApiError 422 when one is not a Draft 7 schema
 */
function readSchemas(current: string | null, fields: EventTypeFields): string | null | undefined {
  const field = fields.schemas !== undefined ? 'schemas' : 'schema';
  const schemas = fields.schemas !== undefined ? fields.schemas : withSchema(current, fields.schema);
  const problems = schemas ? checkSchemas(schemas) : [];
  if (problems.length > 0) {
    throw invalid(...problems.map((msg) => ({ loc: ['body', field], msg, type: 'value_error' })));
  }
  return schemas;
}

function withSchema(current: string | null, schema: string | null | undefined): string | null | undefined {
  return schema === undefined ? undefined : withCurrentSchema(current, schema);
}
