import { toIsoTime } from '../../base/clock';
import { isValidName } from '../../contract/names';
import type { EventTypeFromOpenapi } from '../../contract/openapi-import';
import { type JsonObject, own } from '../../json-schema/plain-json';

/** Members of an operation: until when its messages are promised, and the event type to use instead. */
export const SUNSET_MEMBER = 'x-sunset';
export const REPLACED_BY_MEMBER = 'x-replaced-by';

/** RFC 3339: a date, or a date with a time. */
const DATE = /^\d{4}-\d\d-\d\d(?:[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d))?$/;

/** What an operation says about deprecation; nothing where it says nothing, or nothing that can be read. */
export function readDeprecation(
  operation: JsonObject,
  name: string,
  warnings: string[],
): Pick<EventTypeFromOpenapi, 'deprecated' | 'sunsetAt' | 'replacedBy'> {
  const deprecated = own(operation, 'deprecated');
  const sunset = own(operation, SUNSET_MEMBER);
  const sunsetAt = sunset === null ? null : timeOf(sunset);
  if (sunset !== undefined && sunsetAt === undefined)
    warnings.push(`\`${SUNSET_MEMBER}\` is not an RFC 3339 date`);
  const replacedBy = own(operation, REPLACED_BY_MEMBER);
  const isName = typeof replacedBy === 'string' && isValidName(replacedBy) && replacedBy !== name;
  if (replacedBy !== undefined && replacedBy !== null && !isName)
    warnings.push(`\`${REPLACED_BY_MEMBER}\` is not the name of another event type`);
  return {
    ...(typeof deprecated === 'boolean' && { deprecated }),
    ...(sunsetAt !== undefined && { sunsetAt }),
    ...((isName || replacedBy === null) && { replacedBy: replacedBy as string | null }),
  };
}

/** In the one spelling in which it is stored. Undefined: it is no such date. */
function timeOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !DATE.test(value)) return undefined;
  const [year = 0, month = 0, day = 0] = value.slice(0, 10).split('-').map(Number);
  const epochMs = Date.parse(value.toUpperCase());
  // Date.parse takes the 30th of February for a day of March.
  const isDay = day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
  return Number.isNaN(epochMs) || !isDay ? undefined : toIsoTime(epochMs);
}
