import type { QuerySchema } from '../../contract/operation';

/**
 * The query parameters of a row as they are checked and described. An empty value is wrong for each of them: whoever
 * wants the default leaves the parameter out, and a slip (`?expunge=`) must not count as that.
 */
export function querySchemaOf(query: QuerySchema): QuerySchema {
  const known =
    schemas.get(query) ??
    Object.fromEntries(Object.entries(query).map(([name, schema]) => [name, withoutEmpty(schema)]));
  schemas.set(query, known);
  return known;
}

/** The same for the same row, so that it is compiled once in a process. */
const schemas = new WeakMap<QuerySchema, QuerySchema>();

function withoutEmpty<S extends object>(schema: S): S {
  const { type, items } = schema as { readonly type?: unknown; readonly items?: object };
  if (type === 'array' && items) return { ...schema, items: withoutEmpty(items) };
  // Formats and lists of values refuse an empty text themselves.
  return type === 'string' && !('format' in schema || 'enum' in schema)
    ? { ...schema, minLength: 1 }
    : schema;
}
