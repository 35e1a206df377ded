import type {
  ApiDescription,
  DescribedOperation,
  DescribedParameter,
  DescribedResponse,
  DescribedSchema,
  WrittenDescription,
} from '../../contract/api-description';
import { isObject, type JsonObject } from '../../json-schema/plain-json';
import { pascalCase } from './components';
import { asModels } from './model-form';
import { USUAL_RESPONSES } from './operation-errors';

type Paths = ApiDescription['paths'];
type Schemas = ApiDescription['components']['schemas'];
type Responses = ApiDescription['components']['responses'];

/**
 * The parameters that several operations have in common, by the name in the description: of each name the form that
 * most have.
 */
export function sharedParameters(paths: Paths): Readonly<Record<string, DescribedParameter>> {
  const forms = new Map<string, { readonly parameter: DescribedParameter; count: number }>();
  for (const methods of Object.values(paths)) {
    for (const parameter of Object.values(methods).flatMap(({ parameters }) => parameters)) {
      const form = forms.get(JSON.stringify(parameter)) ?? { parameter, count: 0 };
      form.count += 1;
      forms.set(JSON.stringify(parameter), form);
    }
  }
  const shared: Record<string, DescribedParameter> = {};
  for (const { parameter, count } of [...forms.values()].sort((a, b) => b.count - a.count))
    if (count > 1) shared[`${pascalCase(parameter.name)}Param`] ??= parameter;
  return shared;
}

/**
 * The description as it is sent. What stands in several places stands once, and they refer to it: responses,
 * parameters and fields. Examples of answers, which follow from their schemas, are left to the documentation, and so is
 * that an answer has no other fields: a later version may have more.
 */
export function withSharedParts({ paths, components, ...api }: ApiDescription): WrittenDescription {
  const parameters = new Map(
    Object.entries(components.parameters).map(([name, parameter]) => [JSON.stringify(parameter), name]),
  );
  const shared = sharedResponses(paths, components.responses);
  const names = new Map(Object.entries(shared).map(([name, response]) => [response, name]));
  const usual = new Set([...USUAL_RESPONSES].map((name) => components.responses[name]));
  const written = (operation: DescribedOperation) => ({
    ...operation,
    parameters: operation.parameters.map((parameter) => {
      const name = parameters.get(JSON.stringify(parameter));
      return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
    }),
    responses: {
      ...mapValues(operation.responses, (response) => {
        if (usual.has(response)) return null;
        const name = names.get(response);
        return name === undefined ? withoutExample(response) : { $ref: `#/components/responses/${name}` };
      }),
      default: { $ref: '#/components/responses/UsualError' },
    },
  });
  return {
    ...api,
    paths: mapValues(paths, (methods) => mapValues(methods, written)),
    components: {
      ...components,
      schemas: withSharedFields(mapValues(components.schemas, (schema) => asModels(schema as JsonObject))),
      responses: mapValues(shared, withoutExample),
    },
  };
}

/** Those that several operations have in common, and the usual error. */
function sharedResponses(paths: Paths, responses: Responses): Responses {
  const counts = new Map<DescribedResponse, number>();
  for (const methods of Object.values(paths)) {
    for (const response of Object.values(methods).flatMap((operation) => Object.values(operation.responses)))
      counts.set(response, (counts.get(response) ?? 0) + 1);
  }
  const isShared = ([name, response]: readonly [string, DescribedResponse]) =>
    name === 'UsualError' || ((counts.get(response) ?? 0) > 1 && !USUAL_RESPONSES.has(name));
  return Object.fromEntries(Object.entries(responses).filter(isShared));
}

function withoutExample({ content, ...response }: DescribedResponse): DescribedResponse {
  const without = content && mapValues(content, ({ schema }) => ({ schema }));
  return { ...response, ...(without && { content: without }) };
}

/** What a reference to a schema takes, in characters, without its name. */
const REFERENCE = '{"$ref":"#/components/schemas/"}'.length;

/** Fields of the same description and form, in several schemas, become a schema of their own where that is shorter. */
function withSharedFields(schemas: Schemas): Schemas {
  const places = new Map<string, { readonly owner: string; readonly key: string; count: number }>();
  for (const [owner, { properties }] of Object.entries(schemas)) {
    for (const [key, field] of Object.entries(isObject(properties) ? properties : {})) {
      const text = JSON.stringify(field);
      const place = places.get(text) ?? { owner, key: pascalCase(key), count: 0 };
      place.count += 1;
      places.set(text, place);
    }
  }
  const names = new Map<string, string>();
  const taken = new Set(Object.keys(schemas).map((name) => name.toLowerCase()));
  for (const [text, { owner, key, count }] of places) {
    const name = taken.has(`${key}Field`.toLowerCase()) ? `${owner}${key}Field` : `${key}Field`;
    if ((count - 1) * text.length <= count * (REFERENCE + name.length) + name.length) continue;
    taken.add(name.toLowerCase());
    names.set(text, name);
  }
  const refer = (field: unknown) => {
    const name = names.get(JSON.stringify(field));
    return name ? { $ref: `#/components/schemas/${name}` } : field;
  };
  const shared = [...names].map(([text, name]) => [name, JSON.parse(text) as DescribedSchema] as const);
  const written = mapValues(schemas, (schema) =>
    isObject(schema.properties) ? { ...schema, properties: mapValues(schema.properties, refer) } : schema,
  );
  const all = Object.entries({ ...written, ...Object.fromEntries(shared) });
  return Object.fromEntries(
    all.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, schema]) => [name, open(schema)]),
  );
}

function open(schema: DescribedSchema): DescribedSchema {
  const { additionalProperties, ...rest } = schema;
  return additionalProperties === false ? rest : schema;
}

/** The same with each part changed, without those of which nothing is left. */
function mapValues<T, U>(
  parts: Readonly<Record<string, T>>,
  map: (part: T) => U,
): Record<string, NonNullable<U>> {
  return Object.fromEntries(
    Object.entries(parts).flatMap(([key, part]) => {
      const changed = map(part);
      return changed === null || changed === undefined ? [] : [[key, changed]];
    }),
  ) as Record<string, NonNullable<U>>;
}
