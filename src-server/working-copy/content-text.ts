import { canonicalJson } from '../json-schema/canonical-json';
import { heldNode, type JsonNode } from '../json-schema/json-node';
import { parseJson } from '../json-schema/parse-json';
import { compactJson, rawMembers } from '../json-schema/raw-json-text';
import { sameHeld } from '../json-schema/same-json';
import { isFlagSets, sameFlagSets } from './flag-sets-text';

/** The content of an event type, without its times. Absent fields of a content have the values of `DEFAULTS`. */
export interface Content {
  readonly name: string;
  readonly description: string;
  /** Null: everyone sees it. Never empty. */
  readonly featureFlags: readonly string[] | null;
  /** Null: the group follows the name. */
  readonly groupName: string | null;
  readonly archived: boolean;
  readonly deprecated: boolean;
  /** RFC 3339, UTC. Null: no date. */
  readonly sunsetAt: string | null;
  /** The event type to use instead. Null: none. */
  readonly replacedBy: string | null;
  /** JSON text of the Draft 7 schemas by version, as received, without white space between tokens. Null: none. */
  readonly schemas: string | null;
}

/** The fields in the order in which a content is written, so that equal contents usually have equal texts. */
export const CONTENT_FIELDS = [
  'name',
  'description',
  'featureFlags',
  'groupName',
  'archived',
  'deprecated',
  'sunsetAt',
  'replacedBy',
  'schemas',
] as const satisfies readonly (keyof Content)[];

const DEFAULTS: Omit<Content, 'name'> = {
  description: '',
  featureFlags: null,
  groupName: null,
  archived: false,
  deprecated: false,
  sunsetAt: null,
  replacedBy: null,
  schemas: null,
};

/** Younger than stored contents: written only with a value, so that a content without them has the text that it had. */
const YOUNGER_FIELDS: ReadonlySet<keyof Content> = new Set(['sunsetAt', 'replacedBy']);

/** A content as JSON text; its schemas, which have no white space between tokens, keep their spelling. */
export function contentText(content: Content): string {
  const fields = CONTENT_FIELDS.flatMap((field) => {
    const value = content[field];
    if (value === null && YOUNGER_FIELDS.has(field)) return [];
    const isText = field === 'schemas' && value !== null;
    return `"${field}":${isText ? String(value) : JSON.stringify(emptyAsNull(value))}`;
  });
  return `{${fields.join(',')}}`;
}

/**
 * Reads a content from the text of an object. Absent or null fields get their defaults, unknown ones are dropped.
 * @param name overrides the name in the text
 */
export function contentOfText(text: string, name?: string): Content {
  const given: Record<string, unknown> = {};
  for (const member of rawMembers(text)) {
    if (!(CONTENT_FIELDS as readonly string[]).includes(member.name)) continue;
    if (member.text === 'null') continue;
    given[member.name] = member.name === 'schemas' ? compactJson(member.text) : JSON.parse(member.text);
  }
  const content = { ...DEFAULTS, ...given } as unknown as Content;
  return name === undefined ? content : { ...content, name };
}

/** A text that is known to be JSON, as a document. */
export function nodeOf(text: string): JsonNode {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(`a stored content is no JSON: ${parsed.fault.label}`);
  return parsed.node;
}

/** True when two contents mean the same; null equals only null. The order of keys and of flags is ignored. */
export function sameContent(a: string | null, b: string | null): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (isFlagSets(a) || isFlagSets(b)) return isFlagSets(a) && isFlagSets(b) && sameFlagSets(a, b);
  const [left, right] = [fieldTexts(a), fieldTexts(b)];
  return CONTENT_FIELDS.every((field) => sameFieldText(field, left.get(field), right.get(field)));
}

/** The fields of a content as written: most of two contents is the same text, and needs no parsing. */
export function fieldTexts(content: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>([...YOUNGER_FIELDS].map((field) => [field, 'null']));
  for (const { name, text } of rawMembers(content)) texts.set(name, text);
  return texts;
}

/** The same for the texts of one field, which may be absent. */
export function sameFieldText(field: string, a: string | undefined, b: string | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && sameField(field, nodeOf(a), nodeOf(b)));
}

/** The same for the values of one field, which may be absent. */
export function sameField(field: string, a: JsonNode | undefined, b: JsonNode | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (field === 'featureFlags' && a.kind === 'array' && b.kind === 'array')
    return flagsKey(a) === flagsKey(b);
  return sameHeld(heldNode(a), heldNode(b));
}

/** Made canonical as a schema, where `required` is a set. */
function flagsKey(flags: JsonNode): string | null {
  const { holder, key } = heldNode(flags);
  return canonicalJson({ required: (holder as readonly unknown[])[Number(key)] }, true);
}

function emptyAsNull(value: Content[keyof Content]): unknown {
  return Array.isArray(value) && value.length === 0 ? null : value;
}
