import type { Dialect } from './dialect';

/** The group of an event type, as defined by `groupOf` of the contract: an expression on the table of event types. */
export function groupColumn(dialect: Dialect): string {
  const dot = dialect.position('event_type.name', "'.'");
  return `coalesce(nullif(event_type.group_name, ''),
  CASE WHEN ${dot} > 1 THEN substr(event_type.name, 1, ${dot} - 1) END)`;
}
