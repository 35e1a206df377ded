import { toFragment, toPointer } from '../../json-schema/json-pointer';
import {
  keepNumbers,
  orderedEntries,
  orderedObject,
  parseOrdered,
  stringifyOrdered,
} from '../../json-schema/ordered-json';
import { isObject, type JsonObject, own } from '../../json-schema/plain-json';
import { EXACT_MEMBER, exactMember } from '../openapi/exact-content';
import { openapiWebhooks } from '../openapi/openapi-webhooks';
import { REPLACED_BY_MEMBER, SUNSET_MEMBER } from '../openapi/webhook-deprecation';
import { mapSchema } from './map-schema';
import { type SharedDefinitions, type SharingType, targetOf } from './shared-definitions';

/** The place of a schema in its operation. */
const BODY = ['requestBody', 'content', 'application/json', 'schema'] as const;

/**
 * An OpenAPI 3.1 document as text, with a webhook for each event type. What our own import would read differently is
 * added as it is, so that importing the document changes nothing.
 */
export function openapiExport(shared: SharedDefinitions, title: string): string {
  const names = componentNames(shared);
  const schemaOf = (body: unknown) => mapSchema(body, (node) => inOpenapi(node, names));
  const operations = new Map(shared.types.map((type) => [type.name, operationOf(type, schemaOf)] as const));
  const components = [...shared.definitions].map(
    ([name, body]) => [names.get(name) ?? name, schemaOf(body)] as const,
  );
  const document = () => ({
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: '/', description: 'The address of the receiver.' }],
    security: [],
    webhooks: orderedObject([...operations].map(([name, post]) => [name, { post }] as const)),
    ...(components.length === 0 ? {} : { components: { schemas: orderedObject(components) } }),
  });
  if (operations.size > 0) addExact(operations, shared, document());
  return stringifyOrdered(document());
}

function operationOf(type: SharingType, schemaOf: (body: unknown) => unknown): JsonObject {
  const { name, description, deprecated, sunsetAt, replacedBy, groupName, featureFlags, schema, body } = type;
  const content = { 'application/json': { schema: schemaOf(body) } };
  return {
    'x-event-type': name,
    summary: name,
    ...(description === '' ? {} : { description }),
    ...(deprecated ? { deprecated } : {}),
    ...(sunsetAt === null ? {} : { [SUNSET_MEMBER]: sunsetAt }),
    ...(replacedBy === null ? {} : { [REPLACED_BY_MEMBER]: replacedBy }),
    ...(groupName === null ? {} : { 'x-svix-group-name': groupName }),
    ...(featureFlags === null || featureFlags.length === 0
      ? {}
      : { 'x-svix-feature-flags': [...featureFlags] }),
    ...(schema === null ? {} : { requestBody: { required: true, content } }),
    responses: { '2XX': { description: 'The message has arrived.' } },
  };
}

/** Reads the document as an import does, and compares. */
function addExact(operations: Map<string, JsonObject>, { types }: SharedDefinitions, root: JsonObject): void {
  const { entries } = openapiWebhooks({ root, version: '3.1', warnings: [] });
  const read = new Map(entries.map(({ key, content }) => [key, content]));
  for (const { name, description, schema } of types) {
    const content = read.get(name);
    const operation = operations.get(name);
    if (!content || !operation) continue;
    const exact = exactMember(content, description, schema === null ? undefined : parseOrdered(schema));
    if (exact) operations.set(name, { ...operation, [EXACT_MEMBER]: exact });
  }
}

/** A schema in the words of the draft that OpenAPI 3.1 uses. */
function inOpenapi(node: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  if (Object.hasOwn(node, '$ref')) {
    const target = targetOf(node.$ref);
    const start =
      target?.kind === 'schemas'
        ? ['webhooks', target.name, 'post', ...BODY]
        : ['components', 'schemas', names.get(target?.name ?? '') ?? ''];
    return { $ref: toFragment(toPointer([...start, ...(target?.steps ?? [])])) ?? '' };
  }
  const isTuple = Array.isArray(own(node, 'items'));
  const entries = orderedEntries(node).flatMap(([key, value]): [string, unknown][] => {
    if (key === '$schema') return [];
    if (key === 'definitions') return [['$defs', value]];
    if (key === 'items' && isTuple) return [['prefixItems', value]];
    if (key === 'additionalItems' && isTuple) return [['items', value]];
    if (key === 'dependencies' && isObject(value)) return splitDependencies(value);
    return [[key, value]];
  });
  return keepNumbers(orderedObject(entries), node);
}

function splitDependencies(dependencies: JsonObject): [string, unknown][] {
  const all = orderedEntries(dependencies);
  const lists = all.filter(([, value]) => Array.isArray(value));
  const schemas = all.filter(([, value]) => !Array.isArray(value));
  return [
    ...(lists.length === 0 ? [] : [['dependentRequired', orderedObject(lists)] as [string, unknown]]),
    ...(schemas.length === 0 ? [] : [['dependentSchemas', orderedObject(schemas)] as [string, unknown]]),
  ];
}

/** Components may only have names of these characters. */
function componentNames({ definitions }: SharedDefinitions): ReadonlyMap<string, string> {
  const isPlain = (name: string) => /^[a-zA-Z0-9._-]+$/.test(name);
  const taken = new Set([...definitions.keys()].filter(isPlain));
  const names = new Map<string, string>();
  for (const name of definitions.keys()) {
    const plain = name.replace(/[^a-zA-Z0-9._-]/g, '_') || '_';
    let free = plain;
    for (let n = 2; !isPlain(name) && taken.has(free); n += 1) free = `${plain}_${n}`;
    taken.add(free);
    names.set(name, free);
  }
  return names;
}
