import { isObject } from '../json-schema/plain-json';
import { rawItems, rawMember, rawSize } from '../json-schema/raw-json-text';
import { CONTENT_FIELDS, type Content, contentOfText, contentText } from './content-text';

/** What the other instance did not report. `moreFlags`: it reported one feature flag and does not support more. */
export type Untold = Exclude<keyof Content, 'name'> | 'moreFlags';

/** An event type as the other instance has it. */
export interface RemoteContent {
  readonly name: string;
  /** JSON text of its content, with defaults for what was not reported. */
  readonly text: string;
  readonly untold: readonly Untold[];
}

/** One page of the list of event types. */
export interface RemotePage {
  readonly items: readonly RemoteContent[];
  readonly iterator: string | null;
  readonly done: boolean;
}

/** Why a page is refused as a whole. */
export interface PageFault {
  /** The event type to blame, as a text in quotes or by its number. Null: it is no page of a list at all. */
  readonly fault: string | null;
  /** True: it has more than this program takes. */
  readonly isTooLarge: boolean;
}

/** Most values in one page; our own end far below. What merges and compares them takes seconds for as many. */
const MOST_VALUES = 1_000_000;
/** A name that can be quoted as it is. */
const PLAIN_NAME = /^[\w.-]{1,256}$/;
/** What is stored has to be read again by `parseJson`. */
const MOST_DEPTH = 400;

/**
 * Reads a page that another instance answered. What is around its event types is not examined: each of them has to be
 * found to say which one is to blame, before anything is done that takes long.
 */
export function readRemotePage(text: string): RemotePage | PageFault {
  const [data, done] = [member(text, 'data'), member(text, 'done')];
  if (!data.startsWith('[') || (done !== 'true' && done !== 'false'))
    return { fault: null, isTooLarge: false };
  const rows = rawItems(data);
  const sizes = rows.map((row) => rawSize(row).values);
  if (sizes.reduce((sum, values) => sum + values, 0) > MOST_VALUES) {
    const largest = sizes.reduce((at, values, index) => (values > (sizes[at] ?? 0) ? index : at), 0);
    return { fault: labelOf(rows, largest), isTooLarge: true };
  }
  const items: RemoteContent[] = [];
  for (const [index, row] of rows.entries()) {
    const item = readRemoteContent(row);
    if (item === null) return { fault: labelOf(rows, index), isTooLarge: false };
    items.push(item);
  }
  const iterator = jsonIn(member(text, 'iterator'));
  return { items, iterator: typeof iterator === 'string' ? iterator : null, done: done === 'true' };
}

/** What an event type is called in a sentence about it. */
function labelOf(rows: readonly string[], index: number): string {
  const name = jsonIn(member(rows[index] ?? '', 'name'));
  return typeof name === 'string' && PLAIN_NAME.test(name) ? `"${name}"` : `number ${index + 1} of its page`;
}

/** Reads an event type that another instance answered. Null: it is not one, or too large to be one. */
export function readRemoteContent(text: string): RemoteContent | null {
  const { values, depth } = rawSize(text);
  const parts = values > MOST_VALUES || depth > MOST_DEPTH ? undefined : jsonIn(text);
  if (!isObject(parts) || typeof parts.name !== 'string') return null;
  const untold: Untold[] = CONTENT_FIELDS.filter(
    (field) => field !== 'name' && field !== 'featureFlags' && !Object.hasOwn(parts, field),
  ) as Untold[];
  const content = contentOfText(text);
  if (!isContent(content)) return null;
  if (Object.hasOwn(parts, 'featureFlags')) return { name: parts.name, text: contentText(content), untold };
  const flag = parts.featureFlag;
  const isTold = Object.hasOwn(parts, 'featureFlag');
  const featureFlags = typeof flag === 'string' ? [flag] : null;
  const withFlag = contentText({ ...content, featureFlags });
  return { name: parts.name, text: withFlag, untold: [...untold, isTold ? 'moreFlags' : 'featureFlags'] };
}

/**
 * The content, with known values filled in for what was not reported: a field that the other instance does not keep was
 * not changed there.
 */
export function filledContent({ text, untold }: RemoteContent, known: string | null): string {
  if (known === null || untold.length === 0) return text;
  const [content, before] = [contentOfText(text), contentOfText(known)];
  const kept = Object.fromEntries(
    untold.filter((field) => field !== 'moreFlags').map((field) => [field, before[field]]),
  );
  const isSameFlag = (content.featureFlags?.[0] ?? null) === (before.featureFlags?.[0] ?? null);
  const flags =
    untold.includes('moreFlags') && isSameFlag ? { featureFlags: before.featureFlags } : undefined;
  return contentText({ ...content, ...kept, ...flags });
}

/** The text of a member of what may be no JSON; empty: there is none. */
function member(text: string, name: string): string {
  try {
    return rawMember(text, name) ?? '';
  } catch {
    return '';
  }
}

/** Undefined: the text is no JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isContent(content: Content): boolean {
  const { description, featureFlags, groupName, archived, deprecated, sunsetAt, replacedBy } = content;
  return (
    (sunsetAt === null || isString(sunsetAt)) &&
    (replacedBy === null || isString(replacedBy)) &&
    typeof description === 'string' &&
    (featureFlags === null || (Array.isArray(featureFlags) && featureFlags.every(isString))) &&
    (groupName === null || isString(groupName)) &&
    typeof archived === 'boolean' &&
    typeof deprecated === 'boolean'
  );
}

function isString(value: unknown): boolean {
  return typeof value === 'string';
}
