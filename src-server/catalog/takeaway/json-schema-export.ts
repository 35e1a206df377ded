import { orderedObject, stringifyOrdered } from '../../json-schema/ordered-json';
import type { SharedDefinitions } from './shared-definitions';

/** `{schemas: {name: schema}, definitions}` as text, with references to the root of this document. */
export function jsonSchemaExport({ types, definitions }: SharedDefinitions): string {
  const schemas = orderedObject(types.map(({ name, body }) => [name, body] as const));
  return stringifyOrdered({ schemas, definitions: orderedObject([...definitions]) });
}
