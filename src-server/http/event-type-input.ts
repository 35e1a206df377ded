import { invalid } from '../base/errors';
import { checkSchemas } from '../catalog/schema-check';
import type { EventTypePatch } from '../contract/event-type';
import type { EventTypeContent } from '../storage/event-type-store';
import { readFeatureFlags } from './spellings';

/** What POST says about a new event type. Its name is all that is needed. */
export function newContent(name: string, body: EventTypePatch): EventTypeContent {
  return {
    name,
    description: body.description ?? '',
    archived: body.archived ?? false,
    deprecated: body.deprecated ?? false,
    groupName: body.groupName ?? null,
    featureFlags: readFeatureFlags(body) ?? null,
    schemas: readSchemas(null, body) ?? null,
  };
}

/** What PUT leaves of an event type: only what it gives. */
export function replacedContent(current: EventTypeContent, body: EventTypePatch): EventTypeContent {
  return newContent(current.name, { ...body, description: body.description ?? current.description });
}

/** What PATCH makes of an event type: absent leaves a field alone, null clears it. */
export function changedContent(current: EventTypeContent, body: EventTypePatch): EventTypeContent {
  const featureFlags = readFeatureFlags(body);
  const schemas = readSchemas(current.schemas, body);
  return {
    name: current.name,
    description: body.description ?? current.description,
    archived: body.archived ?? current.archived,
    deprecated: body.deprecated ?? current.deprecated,
    groupName: body.groupName === undefined ? current.groupName : body.groupName,
    featureFlags: featureFlags === undefined ? current.featureFlags : featureFlags,
    schemas: schemas === undefined ? current.schemas : schemas,
  };
}

type Schemas = Readonly<Record<string, unknown>> | null;

/**
 * `schemas`, or the specification's `schema` as version "1" of them. Undefined: neither was given.
 * @throws ApiError 422 when one is not a Draft 7 schema
 */
function readSchemas(current: Schemas, body: EventTypePatch): Schemas | undefined {
  const field = body.schemas !== undefined ? 'schemas' : 'schema';
  const schemas = body.schemas !== undefined ? body.schemas : withVersion1(current, body.schema);
  const problems = schemas ? checkSchemas(schemas) : [];
  if (problems.length > 0) {
    throw invalid(...problems.map((msg) => ({ loc: ['body', field], msg, type: 'value_error' })));
  }
  return schemas;
}

function withVersion1(current: Schemas, schema: unknown): Schemas | undefined {
  if (schema === undefined) return undefined;
  const { 1: _replaced, ...others } = current ?? {};
  if (schema !== null) return { 1: schema, ...others };
  return Object.keys(others).length > 0 ? others : null;
}
