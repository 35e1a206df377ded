import { isObject, type JsonObject } from './plain-json';
import { shortHeld } from './short-json';

/** A keyword for which viewers have no words, with its value as short JSON. */
export interface OtherKeyword {
  readonly keyword: string;
  readonly value: string;
}

const FOUND_MAX = 20;

type Check = (value: unknown) => boolean;
const anything: Check = () => true;
const text: Check = (value) => typeof value === 'string';
const number: Check = (value) => typeof value === 'number';
const flag: Check = (value) => typeof value === 'boolean';
const list: Check = (value) => Array.isArray(value);
const map: Check = isObject;
const schema: Check = (value) => isObject(value) || flag(value);

const rows: [Check, string][] = [
  [anything, '$schema $id $comment default const'],
  [text, '$ref title description format pattern contentEncoding contentMediaType'],
  [number, 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength'],
  [number, 'minItems maxItems minProperties maxProperties'],
  [flag, 'uniqueItems readOnly writeOnly deprecated'],
  [list, 'enum examples required allOf anyOf oneOf'],
  [map, 'definitions $defs properties patternProperties dependencies'],
  [schema, 'additionalProperties propertyNames additionalItems contains not if then else'],
  [(value) => schema(value) || list(value), 'items'],
  [(value) => text(value) || list(value), 'type'],
];
/** The keywords of Draft 7, and the values they allow. */
const KNOWN = new Map(
  rows.flatMap(([check, label]) => label.split(' ').map((word) => [word, check] as const)),
);

/** Keywords that Draft 7 does not know, or whose value it does not allow. At most 20. */
export function otherKeywords(of: JsonObject): OtherKeyword[] {
  const found: OtherKeyword[] = [];
  for (const keyword in of) {
    if (found.length >= FOUND_MAX) break;
    if (!Object.hasOwn(of, keyword) || KNOWN.get(keyword)?.(of[keyword])) continue;
    found.push({ keyword: keyword.slice(0, 200), value: shortHeld({ holder: of, key: keyword }) });
  }
  return found;
}
