import type { DescribedResponse, DescribedSchema } from '../../contract/api-description';
import { CHECKED_IN_CODE } from '../../contract/checked-in-code';
import { isObject, type JsonObject } from '../../json-schema/plain-json';
import { partOfKeyword } from '../../json-schema/schema-parts';
import { schemaNames } from './schema-names';

type Direction = 'in' | 'out';

/** An object that has a name. */
interface Known {
  readonly schema: JsonObject;
  readonly name: string;
  /** Of one that was named after its place: where it is used. Absent: the name is that of the contract. */
  readonly direction?: Direction;
}

/**
 * The named schemas and responses of the description, collected as operations refer to them. The contract is written in
 * Draft 7; keywords with another name in 2020-12 are renamed. Bodies that we read say nothing about unknown fields,
 * because those are ignored; bodies that we write have no others.
 *
 * An object within another one is a schema of its own, named after the first place where it stands: programs that turn
 * a description into types would make up a name, and drop what two of them share.
 */
export class Components {
  readonly #names = schemaNames();
  readonly #schemas = new Map<string, DescribedSchema>();
  readonly #responses = new Map<string, DescribedResponse>();
  /** The names of objects by their properties: one that differs from another in its description is the same. */
  readonly #byProperties = new Map<unknown, Known[]>();

  constructor() {
    for (const [schema, name] of this.#names) this.#remember({ schema: schema as JsonObject, name });
  }

  /** A reference to a schema of the contract, or the schema itself if it has no name there. */
  refer(schema: object, direction: Direction): DescribedSchema {
    const name = this.nameOf(schema);
    if (name === null) return this.#convert(schema as JsonObject, direction, null);
    if (!this.#schemas.has(name)) this.#add(name, schema as JsonObject, direction);
    return referenceTo(name);
  }

  /** The name of a schema; that of a list page comes from its rows. Null: it has no name. */
  nameOf(schema: object): string | null {
    const known = this.#names.get(schema);
    if (known !== undefined) return known;
    const rows = rowsOf(schema as JsonObject);
    const row = rows && this.#names.get(rows);
    return row ? `ListResponse${row}` : null;
  }

  /** The response of this name: the same object each time, made at the first. */
  response(name: string, make: () => DescribedResponse): DescribedResponse {
    const response = this.#responses.get(name) ?? make();
    this.#responses.set(name, response);
    return response;
  }

  /** All schemas that were referred to, by name. */
  schemas(): Readonly<Record<string, DescribedSchema>> {
    return inOrder(this.#schemas);
  }

  /** All responses that were asked for, by name. */
  responses(): Readonly<Record<string, DescribedResponse>> {
    return inOrder(this.#responses);
  }

  #add(name: string, schema: JsonObject, direction: Direction): void {
    this.#schemas.set(name, {}); // named while it is built, in case it contains itself
    this.#schemas.set(name, this.#convert(schema, direction, name));
  }

  /** A schema at a place within another one. Null: what is there needs no name. */
  #at(place: string | null, value: unknown, direction: Direction): unknown {
    if (!isObject(value)) return value;
    if (this.#names.has(value)) return this.refer(value, direction);
    if (place === null || !isObject(value.properties)) return this.#convert(value, direction, place);
    const like = this.#like(value, direction);
    const { name, schema } = like ?? { name: place, schema: { ...value, type: 'object' } };
    if (like === null) this.#remember({ schema, name, direction });
    if (!this.#schemas.has(name)) this.#add(name, schema, direction);
    else if (like === null) throw new Error(`Two schemas of the description have the name ${name}.`);
    const isNullable = Array.isArray(value.type) && value.type.includes('null');
    const { description } = value;
    if (isNullable) return { description, anyOf: [referenceTo(name), { type: 'null' }] };
    return description === schema.description
      ? referenceTo(name)
      : { description, allOf: [referenceTo(name)] }; // beside `$ref`, many programs read nothing
  }

  #remember(known: Known): void {
    const { properties } = known.schema;
    this.#byProperties.set(properties, [...(this.#byProperties.get(properties) ?? []), known]);
  }

  /** The one that has the same fields, of which the same are required. Null: there is none. */
  #like({ properties, required }: JsonObject, used: Direction): Known | null {
    const isLike = ({ schema, direction }: Known) =>
      schema.type === 'object' &&
      String(schema.required) === String(required) &&
      (direction ?? used) === used;
    return this.#byProperties.get(properties)?.find(isLike) ?? null;
  }

  #convert(written: JsonObject, direction: Direction, name: string | null): DescribedSchema {
    const { [CHECKED_IN_CODE]: more, ...rest } = written;
    const schema: JsonObject = { ...rest, ...(isObject(more) && more) };
    const below = (key: string) => (name === null ? null : name + pascalCase(key));
    const result: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(schema)) {
      const part = partOfKeyword(keyword);
      const inner = (value: unknown, place: string | null) => this.#at(place, value, direction);
      if (keyword === 'additionalProperties' && value === false && direction === 'in') continue;
      if (keyword === 'items' && Array.isArray(value))
        result.prefixItems = value.map((item, at) => inner(item, below(`item${at}`)));
      else if (keyword === 'additionalItems') result.items = inner(value, below('item'));
      else if (part === 'branches' && Array.isArray(value))
        result[keyword] = value.map((branch) => inner(branch, isObject(schema.properties) ? null : name)); // a rule
      else if (part === 'map' && isObject(value)) {
        const entries = Object.entries(value).map(([key, schema]) => [key, inner(schema, below(key))]);
        result[keyword === 'definitions' ? '$defs' : keyword] = Object.fromEntries(entries);
      } else if (keyword === 'not') result.not = inner(value, null);
      else if (part === 'schema' || part === 'items')
        result[keyword] = inner(value, below(keyword === 'items' ? 'item' : 'value'));
      else result[keyword] = value;
    }
    return result;
  }
}

function referenceTo(name: string): DescribedSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** `changed_since` is `ChangedSince`. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}

function inOrder<T>(parts: ReadonlyMap<string, T>): Readonly<Record<string, T>> {
  return Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The schema of the rows, if this is the envelope of a list. */
function rowsOf(schema: JsonObject): object | null {
  const properties = schema.properties;
  if (!isObject(properties) || !isObject(properties.data) || !isObject(properties.iterator)) return null;
  return isObject(properties.data.items) ? properties.data.items : null;
}
