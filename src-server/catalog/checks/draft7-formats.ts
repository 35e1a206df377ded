import {
  isDate,
  isDateTime,
  isDuration,
  isEmail,
  isHostname,
  isIPv4,
  isIPv6,
  isIri,
  isIriReference,
  isJsonPointer,
  isRelativeJsonPointer,
  isTime,
  isUri,
  isUriReference,
  isUriTemplate,
  isUuid,
} from '@hyperjump/json-schema-formats';
import { isIdnHostname } from 'idn-hostname';
import { ecmaExpression } from '../../json-schema/ecma-expression';

/**
 * The formats of Draft 7 (and two of later drafts), each according to the standard it names. Only those parts of the
 * library are used that take linear time: its `isIdn` writes what it refuses to standard output, its `isIdnEmail` takes
 * exponential time, and its `isTime` knows no leap seconds.
 */
export const DRAFT7_FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', isDate],
  ['date-time', isDateTime],
  ['time', (text) => isTime(text) || isLeapSecond(text)],
  ['duration', isDuration],
  ['email', isMailbox],
  ['idn-email', isIdnMailbox],
  ['hostname', (text) => isHostname(text) && isIdn(text)],
  ['idn-hostname', isIdn],
  ['ipv4', isIPv4],
  ['ipv6', isIPv6],
  ['uri', isUri],
  ['uri-reference', isUriReference],
  ['iri', isIri],
  ['iri-reference', isIriReference],
  ['uri-template', isUriTemplate],
  ['uuid', isUuid],
  ['json-pointer', isJsonPointer],
  ['relative-json-pointer', isRelativeJsonPointer],
  ['regex', (text) => ecmaExpression(text) !== null],
]);

/** Longest host name with its dots; anything longer is invalid. */
const MAX_HOSTNAME = 253;

function isIdn(text: string): boolean {
  if (text.length > MAX_HOSTNAME || /[.\uFF0E\u3002\uFF61]$/.test(text)) return false;
  try {
    return isIdnHostname(text);
  } catch {
    return false;
  }
}

/** 23:59:60 in UTC; on the day of a leap second, it is the day before in some places and the day after in others. */
function isLeapSecond(time: string): boolean {
  return (
    time.slice(6, 8) === '60' && ['2016-12-31', '2017-01-01'].some((day) => isDateTime(`${day}T${time}`))
  );
}

function isMailbox(text: string): boolean {
  try {
    return isEmail(text);
  } catch {
    // An address in brackets, of a kind that the library does not know.
    return false;
  }
}

/** Like `email`, but letters beyond ASCII count as letters, and the host name may contain them. */
function isIdnMailbox(text: string): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at).replace(/[^\p{ASCII}\p{Surrogate}]/gu, 'a');
  const domain = text.slice(at + 1);
  if (at < 0 || !isMailbox(`${local}@${domain.startsWith('[') ? domain : 'a'}`)) return false;
  return domain.startsWith('[') || isIdn(domain);
}
