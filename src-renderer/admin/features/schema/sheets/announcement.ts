import type { EventTypeChange } from '../../../../../src-server/json-schema/event-type-changes';

/**
 * What customers are told of a breaking change before it is saved, as Markdown.
 * @param more how many further changes are not in the list
 */
export function announcement(name: string, breaking: readonly EventTypeChange[], more: number): string {
  const lines = breaking.map(({ where, text }) => `- ${where}: ${text}`);
  return [
    `The event type \`${name}\` is about to change. Receivers that rely on its current schema must be updated:`,
    '',
    ...lines,
    ...(more > 0 ? [`- and ${more} more`] : []),
    '',
  ].join('\n');
}
