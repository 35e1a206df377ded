import { canonicalJson } from '../json-schema/canonical-json';
import { heldNode, type JsonNode } from '../json-schema/json-node';
import { parseJson } from '../json-schema/parse-json';
import { compactJson, rawMembers } from '../json-schema/raw-json-text';
import { sameHeld } from '../json-schema/same-json';

/** What an event type says, without its times. Absent fields of a content have the values of `DEFAULTS`. */
export interface Content {
  readonly name: string;
  readonly description: string;
  /** Null: everyone sees it. Never empty. */
  readonly featureFlags: readonly string[] | null;
  /** Null: the group follows the name. */
  readonly groupName: string | null;
  readonly archived: boolean;
  readonly deprecated: boolean;
  /** JSON text of the Draft 7 schemas by version, as it came, without white space between tokens. Null: none. */
  readonly schemas: string | null;
}

/** The fields in the order in which a content is written, so that the same content mostly is the same text. */
export const CONTENT_FIELDS = [
  'name',
  'description',
  'featureFlags',
  'groupName',
  'archived',
  'deprecated',
  'schemas',
] as const satisfies readonly (keyof Content)[];

const DEFAULTS: Omit<Content, 'name'> = {
  description: '',
  featureFlags: null,
  groupName: null,
  archived: false,
  deprecated: false,
  schemas: null,
};

/** A content as JSON text; its schemas, which hold no white space between tokens, stay as they are written. */
export function contentText(content: Content): string {
  const fields = CONTENT_FIELDS.map((field) => {
    const value = content[field];
    const isText = field === 'schemas' && value !== null;
    return `"${field}":${isText ? String(value) : JSON.stringify(emptyAsNull(value))}`;
  });
  return `{${fields.join(',')}}`;
}

/**
 * Reads a content from the text of an object. What is absent or null has its default, what is unknown is left out.
 * @param name counts instead of the name in the text
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

/** True when two contents say the same; null is the same as null alone. Neither order of keys nor of flags counts. */
export function sameContent(a: string | null, b: string | null): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  const [one, two] = [fieldTexts(a), fieldTexts(b)];
  return CONTENT_FIELDS.every((field) => sameFieldText(field, one.get(field), two.get(field)));
}

/** The fields of a content as they are written: most of two contents are the same text, and need no parsing. */
export function fieldTexts(content: string): ReadonlyMap<string, string> {
  return new Map(rawMembers(content).map(({ name, text }) => [name, text]));
}

/** The same of the texts of one field, which may be absent. */
export function sameFieldText(field: string, a: string | undefined, b: string | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && sameField(field, nodeOf(a), nodeOf(b)));
}

/** The same of the values of one field, which may be absent. */
export function sameField(field: string, a: JsonNode | undefined, b: JsonNode | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (field === 'featureFlags' && a.kind === 'array' && b.kind === 'array')
    return flagsKey(a) === flagsKey(b);
  return sameHeld(heldNode(a), heldNode(b));
}

/** Canonical as a schema, in which `required` is a set. */
function flagsKey(flags: JsonNode): string | null {
  const { holder, key } = heldNode(flags);
  return canonicalJson({ required: (holder as readonly unknown[])[Number(key)] }, true);
}

function emptyAsNull(value: Content[keyof Content]): unknown {
  return Array.isArray(value) && value.length === 0 ? null : value;
}
