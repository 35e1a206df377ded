import { toIsoTime } from '../../base/clock';
import { invalid, invalidField } from '../../base/errors';
import { currentSchema, withCurrentSchema } from '../../catalog/checks/current-schema';
import type { ReadSchemas } from '../../catalog/workers/worker-tasks';
import type { EventTypePatch } from '../../contract/event-type';
import { isValidName } from '../../contract/names';
import { rawMember } from '../../json-schema/raw-json-text';
import type { EventTypeContent } from '../../storage/catalog/event-type-text';
import { readFeatureFlags } from './spellings';

/** The schemas in a body about an event type, as the text received. */
interface SchemaTexts {
  /** Absent: not given. Null: remove them. */
  readonly schemas?: string | null;
  /** The specification's name for version "1" of them. */
  readonly schema?: string | null;
}

/** What a body says about an event type. */
export type EventTypeFields = Omit<EventTypePatch, keyof SchemaTexts> & SchemaTexts;

/** Reads schemas by version, in a worker. */
type SchemaReader = (schemas: string) => Promise<ReadSchemas>;

/**
 * What a body says, with its schemas in their stored form.
 * @param text the text that the body was read from
 * @throws ApiError 422 when one is not a Draft 7 schema
 */
export async function readFields<T extends EventTypePatch>(
  body: T,
  text: string,
  readSchemas: SchemaReader,
): Promise<Omit<T, keyof SchemaTexts> & SchemaTexts> {
  const { schemas, schema, ...fields } = body;
  if (schemas === undefined && schema === undefined) return fields;
  if (schemas !== undefined) {
    return {
      ...fields,
      schemas: schemas && (await checked(rawMember(text, 'schemas'), 'schemas', readSchemas)),
    };
  }
  if (schema === null) return { ...fields, schema };
  const asVersion = `{"1":${rawMember(text, 'schema')}}`;
  return { ...fields, schema: currentSchema(await checked(asVersion, 'schema', readSchemas)) };
}

async function checked(text = 'null', field: keyof SchemaTexts, readSchemas: SchemaReader): Promise<string> {
  const { schemas, problems } = await readSchemas(text);
  if (problems.length === 0) return schemas;
  throw invalid(...problems.map((msg) => ({ loc: ['body', field], msg, type: 'value_error' })));
}

/**
 * What POST says about a new event type. Only the name is required.
 * @throws ApiError 422 if it replaces itself
 */
export function newContent(name: string, fields: EventTypeFields): EventTypeContent {
  return checkReplacement({
    name,
    description: fields.description ?? '',
    archived: fields.archived ?? false,
    deprecated: fields.deprecated ?? false,
    sunsetAt: sunsetOf(fields) ?? null,
    replacedBy: fields.replacedBy ?? null,
    groupName: fields.groupName ?? null,
    featureFlags: readFeatureFlags(fields) ?? null,
    schemas: schemasOf(null, fields) ?? null,
  });
}

/** What PUT turns an event type into: only what it gives. */
export function replacedContent(current: EventTypeContent, fields: EventTypeFields): EventTypeContent {
  return newContent(current.name, { ...fields, description: fields.description ?? current.description });
}

/**
 * What PATCH turns an event type into: absent leaves a field alone, null clears it.
 * @throws ApiError 422 if it replaces itself
 */
export function changedContent(current: EventTypeContent, fields: EventTypeFields): EventTypeContent {
  const featureFlags = readFeatureFlags(fields);
  const schemas = schemasOf(current.schemas, fields);
  const sunsetAt = sunsetOf(fields);
  return checkReplacement({
    name: current.name,
    description: fields.description ?? current.description,
    archived: fields.archived ?? current.archived,
    deprecated: fields.deprecated ?? current.deprecated,
    sunsetAt: sunsetAt === undefined ? current.sunsetAt : sunsetAt,
    replacedBy: fields.replacedBy === undefined ? current.replacedBy : fields.replacedBy,
    groupName: fields.groupName === undefined ? current.groupName : fields.groupName,
    featureFlags: featureFlags === undefined ? current.featureFlags : featureFlags,
    schemas: schemas === undefined ? current.schemas : schemas,
  });
}

/**
 * The content of a version that is restored, which may be older than the rules for names.
 * @throws ApiError 422
 */
export function checkNames(content: EventTypeContent): EventTypeContent {
  const { name, groupName, featureFlags } = content;
  for (const [field, given] of Object.entries({
    name: [name],
    groupName: [groupName ?? name],
    featureFlags,
  })) {
    const wrong = given?.find((name) => !isValidName(name));
    if (wrong !== undefined) throw invalidField(field, `${wrong} is not a valid name.`);
  }
  return content;
}

function checkReplacement(content: EventTypeContent): EventTypeContent {
  if (content.replacedBy === content.name)
    throw invalidField('replacedBy', 'An event type cannot be replaced by itself.');
  return content;
}

/** In the one spelling in which it is stored and compared. Undefined: it was not given. */
function sunsetOf({ sunsetAt }: EventTypeFields): string | null | undefined {
  return sunsetAt && toIsoTime(Date.parse(sunsetAt));
}

/** `schemas`, or the specification's `schema` as version "1" of them. Undefined: neither was given. */
function schemasOf(current: string | null, { schemas, schema }: SchemaTexts): string | null | undefined {
  if (schemas !== undefined) return schemas;
  return schema === undefined ? undefined : withCurrentSchema(current, schema);
}
