import { keepOrder, parseOrdered } from '../contract/ordered-json';
import type { PublicEventType } from '../contract/public-catalog';
import type { PublicTypeChange } from '../contract/public-page';
import { sameJson } from './same-json';
import { schemaDifference } from './schema-difference';

/** What is kept of a published event type, to compare with later. */
export type PublishedType = Pick<PublicEventType, 'name' | 'description' | 'deprecated' | 'groupName'> & {
  /** JSON text; what was noted before schemas were kept as text has the value. Null: it has none. */
  readonly schema: unknown;
};

/** What is kept of the page as it is now. */
export function toPublished(eventTypes: readonly PublicEventType[]): PublishedType[] {
  return eventTypes.map(({ name, description, deprecated, groupName, schema }) => ({
    name,
    description,
    deprecated,
    groupName,
    schema,
  }));
}

/** What readers of the page see now and did not before, by name. */
export function publicChanges(
  before: readonly PublishedType[],
  now: readonly PublicEventType[],
): PublicTypeChange[] {
  const old = new Map(before.map((type) => [type.name, type]));
  const found: PublicTypeChange[] = [];
  for (const type of now) {
    const known = old.get(type.name);
    old.delete(type.name);
    if (!known) found.push({ name: type.name, change: 'added', words: [] });
    else {
      const words = changesOf(known, type);
      if (words.length > 0) found.push({ name: type.name, change: 'changed', words });
    }
  }
  for (const name of old.keys()) found.push({ name, change: 'removed', words: [] });
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function changesOf(before: PublishedType, now: PublicEventType): string[] {
  const words: string[] = [];
  if (before.description !== now.description) words.push('the description changes');
  if (before.groupName !== now.groupName) words.push(`moves to the group ${now.groupName ?? 'of its name'}`);
  if (before.deprecated !== now.deprecated)
    words.push(now.deprecated ? 'becomes deprecated' : 'is no longer deprecated');
  if (before.schema === now.schema) return words;
  const [was, is] = [schemaValue(before.schema), schemaValue(now.schema)];
  const [own, next] = [exampleOf(was), exampleOf(is)];
  const withoutExample = [bare(was), bare(is)] as const;
  if (!same(...withoutExample)) words.push(...schemaDifference(...withoutExample));
  if (!same(own, next)) words.push('the example changes');
  return words;
}

/** A schema itself is never a string, so one that is a string is text. */
function schemaValue(schema: unknown): unknown {
  return typeof schema === 'string' ? parseOrdered(schema) : schema;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function exampleOf(schema: unknown): unknown {
  return isObject(schema) ? (schema.examples ?? null) : null;
}

/** The schema without the author's examples, which are told apart. */
function bare(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const { examples: _, ...rest } = schema;
  return keepOrder(rest, schema);
}

/** What is nested too deep to be compared counts as different. */
function same(a: unknown, b: unknown): boolean {
  try {
    return sameJson(a, b);
  } catch {
    return false;
  }
}
