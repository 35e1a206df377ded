import { toValue } from '../json-schema/json-node';
import { parseJson } from '../json-schema/parse-json';
import { isObject, type JsonObject } from '../json-schema/plain-json';
import { rawItems, rawMember } from '../json-schema/raw-json-text';
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

/** Reads a page that another instance answered. Null: it is not one. */
export function readRemotePage(text: string): RemotePage | null {
  const page = objectIn(text);
  if (!Array.isArray(page?.data) || typeof page.done !== 'boolean') return null;
  const items = rawItems(rawMember(text, 'data') ?? '[]').map((item) => readRemoteContent(item));
  if (items.includes(null)) return null;
  const iterator = typeof page.iterator === 'string' ? page.iterator : null;
  return { items: items.filter((item) => item !== null), iterator, done: page.done };
}

/** Reads an event type that another instance answered. Null: it is not one. */
export function readRemoteContent(text: string): RemoteContent | null {
  const said = objectIn(text);
  if (typeof said?.name !== 'string') return null;
  const untold: Untold[] = CONTENT_FIELDS.filter(
    (field) => field !== 'name' && field !== 'featureFlags' && !Object.hasOwn(said, field),
  ) as Untold[];
  const content = contentOfText(text);
  if (!isContent(content)) return null;
  if (Object.hasOwn(said, 'featureFlags')) return { name: said.name, text: contentText(content), untold };
  const flag = said.featureFlag;
  const isTold = Object.hasOwn(said, 'featureFlag');
  const featureFlags = typeof flag === 'string' ? [flag] : null;
  const withFlag = contentText({ ...content, featureFlags });
  return { name: said.name, text: withFlag, untold: [...untold, isTold ? 'moreFlags' : 'featureFlags'] };
}

/**
 * The content, with known values filled in for what was not reported: a field that the other instance does not keep was
 * not changed there.
 */
export function filledContent({ text, untold }: RemoteContent, known: string | null): string {
  if (known === null || untold.length === 0) return text;
  const [said, before] = [contentOfText(text), contentOfText(known)];
  const kept = Object.fromEntries(
    untold.filter((field) => field !== 'moreFlags').map((field) => [field, before[field]]),
  );
  const isSameFlag = (said.featureFlags?.[0] ?? null) === (before.featureFlags?.[0] ?? null);
  const flags =
    untold.includes('moreFlags') && isSameFlag ? { featureFlags: before.featureFlags } : undefined;
  return contentText({ ...said, ...kept, ...flags });
}

/** Null: the text is not an object, or nests too deeply to process. */
function objectIn(text: string): JsonObject | null {
  const parsed = parseJson(text);
  const value = parsed.ok ? toValue(parsed.node) : null;
  return isObject(value) ? value : null;
}

function isContent({ description, featureFlags, groupName, archived, deprecated }: Content): boolean {
  return (
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
