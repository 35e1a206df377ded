import { apiError } from '../../base/errors';
import type { QuerySchema } from '../../contract/operation';

/** A space before the zone of a time: in a query, a `+` that is not encoded stands for one. */
const LOST_PLUS = /(?<=:\d\d[\d.]*) (?=\d\d:?\d\d$)/;

/**
 * Query parameters with the types of the schema; unknown ones are ignored. Bounds, formats and empty texts are checked
 * afterwards.
 * Lists come comma-joined (`a=1,2`), repeated (`a=1&a=2`) or with brackets (`a[]=1`, `a[0]=1`).
 * @throws ApiError generic_error for a value of another type
 */
export function readQuery(search: string, schema: QuerySchema): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [rawName, value] of new URLSearchParams(search)) {
    const name = rawName.replace(/\[\d*\]$/, '');
    if (!Object.hasOwn(schema, name)) continue;
    const type = schema[name]?.type;
    if (type === 'array') {
      result[name] = [...((result[name] as string[] | undefined) ?? []), ...value.split(',')];
    } else if (type === 'integer') {
      if (!/^-?\d{1,15}$/.test(value)) throw wrongType(name, 'a whole number');
      result[name] = Number(value);
    } else if (type === 'boolean') {
      if (value !== 'true' && value !== 'false') throw wrongType(name, 'true or false');
      result[name] = value === 'true';
    } else {
      result[name] = schema[name]?.format === 'date-time' ? value.replace(LOST_PLUS, '+') : value;
    }
  }
  return result;
}

function wrongType(name: string, wanted: string) {
  return apiError('generic_error', `The query parameter ${name} must be ${wanted}.`);
}
