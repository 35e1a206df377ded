import type { DescribedSchema } from '../../contract/api-description';
import { CHECKED_IN_CODE } from '../../contract/checked-in-code';
import { isObject, type JsonObject } from '../../json-schema/plain-json';
import { partOfKeyword } from '../../json-schema/schema-parts';
import { schemaNames } from './schema-names';

/**
 * The named schemas of the description, collected as operations refer to them. The contract is written in Draft 7;
 * keywords with another name in 2020-12 are renamed. Bodies that we read say nothing about unknown fields, because
 * those are ignored; bodies that we write have no others.
 */
export class Components {
  readonly #names = schemaNames();
  readonly #schemas = new Map<string, DescribedSchema>();

  /** A reference to a schema of the contract, or the schema itself if it has no name there. */
  refer(schema: object, direction: 'in' | 'out'): DescribedSchema {
    const name = this.nameOf(schema);
    if (name === null) return this.#convert(schema as JsonObject, direction);
    if (!this.#schemas.has(name)) {
      this.#schemas.set(name, {}); // named while it is built, in case it contains itself
      this.#schemas.set(name, this.#convert(schema as JsonObject, direction));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /** The name of a schema; that of a list page comes from its rows. Null: it has no name. */
  nameOf(schema: object): string | null {
    const known = this.#names.get(schema);
    if (known !== undefined) return known;
    const rows = rowsOf(schema as JsonObject);
    const row = rows && this.#names.get(rows);
    return row ? `ListResponse${row}` : null;
  }

  /** All schemas that were referred to, by name. */
  all(): Readonly<Record<string, DescribedSchema>> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #convert(written: JsonObject, direction: 'in' | 'out'): DescribedSchema {
    const { [CHECKED_IN_CODE]: more, ...rest } = written;
    const schema: JsonObject = { ...rest, ...(isObject(more) && more) };
    const inner = (value: unknown) =>
      !isObject(value)
        ? value
        : this.#names.has(value)
          ? this.refer(value, direction)
          : this.#convert(value, direction);
    const result: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(schema)) {
      const part = partOfKeyword(keyword);
      if (keyword === 'additionalProperties' && value === false && direction === 'in') continue;
      if (keyword === 'items' && Array.isArray(value)) result.prefixItems = value.map(inner);
      else if (keyword === 'additionalItems') result.items = inner(value);
      else if (part === 'branches' && Array.isArray(value)) result[keyword] = value.map(inner);
      else if (part === 'map' && isObject(value)) {
        const entries = Object.entries(value).map(([name, schema]) => [name, inner(schema)]);
        result[keyword === 'definitions' ? '$defs' : keyword] = Object.fromEntries(entries);
      } else result[keyword] = part === 'schema' || part === 'items' ? inner(value) : value;
    }
    return result;
  }
}

/** The schema of the rows, if this is the envelope of a list. */
function rowsOf(schema: JsonObject): object | null {
  const properties = schema.properties;
  if (!isObject(properties) || !isObject(properties.data) || !isObject(properties.iterator)) return null;
  return isObject(properties.data.items) ? properties.data.items : null;
}
