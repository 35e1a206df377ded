import type { PublicTypeChange } from '../../contract/public-page';
import { keepOrder, parseOrdered } from '../../json-schema/ordered-json';
import { isObject } from '../../json-schema/plain-json';
import { sameJson } from '../../json-schema/same-json';
import type { ShownChange, ShownEventType } from '../../storage/catalog/publication-store';
import { currentSchema } from '../checks/current-schema';
import { schemaDifference } from '../checks/schema-difference';

/** What readers of the page see now and did not before, in sentences; changes invisible to them are left out. */
export function publicChanges(changes: readonly ShownChange[]): PublicTypeChange[] {
  return changes.flatMap(({ name, before, now }): PublicTypeChange[] => {
    if (before === null) return [{ name, change: 'added', messages: [] }];
    if (now === null) return [{ name, change: 'removed', messages: [] }];
    const messages = changesOf(before, now);
    return messages.length === 0 ? [] : [{ name, change: 'changed', messages }];
  });
}

function changesOf(before: ShownEventType, now: ShownEventType): string[] {
  const messages: string[] = [];
  if (before.description !== now.description) messages.push('the description changes');
  if (before.groupName !== now.groupName)
    messages.push(`moves to the group ${now.groupName ?? 'from its name'}`);
  if (before.deprecated !== now.deprecated)
    messages.push(now.deprecated ? 'becomes deprecated' : 'is no longer deprecated');
  if (before.sunsetAt !== now.sunsetAt) messages.push('its sunset date changes');
  if (before.replacedBy !== now.replacedBy) messages.push('the event type to use instead changes');
  const [oldText, newText] = [currentSchema(before.schemas), currentSchema(now.schemas)];
  if (oldText === newText) return messages;
  const [was, is] = [oldText, newText].map((text) => (text === null ? null : parseOrdered(text)));
  const [own, next] = [exampleOf(was), exampleOf(is)];
  const withoutExample = [bare(was), bare(is)] as const;
  if (!sameJson(...withoutExample)) messages.push(...schemaDifference(...withoutExample));
  if (!sameJson(own, next)) messages.push('the example changes');
  return messages;
}

function exampleOf(schema: unknown): unknown {
  return isObject(schema) ? (schema.examples ?? null) : null;
}

/** The schema without the author's examples, which are reported separately. */
function bare(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const { examples: _, ...rest } = schema;
  return keepOrder(rest, schema);
}
