import { parseOrdered, stringifyOrdered } from '../contract/ordered-json';
import type { EventTypeContent } from './event-type-store';

/** An event type as it is stored; what is JSON stays text, since whoever compares many need not parse them all. */
export interface EventTypeText {
  readonly name: string;
  readonly description: string;
  readonly archived: number;
  readonly deprecated: number;
  readonly groupName: string | null;
  readonly featureFlags: string | null;
  readonly schemas: string | null;
}

/** An event type as its row has it, column by column. */
export function textOfEventType(
  content: EventTypeContent,
  schemasText: (schemas: unknown) => string = stringifyOrdered,
): EventTypeText {
  return {
    name: content.name,
    description: content.description,
    archived: content.archived ? 1 : 0,
    deprecated: content.deprecated ? 1 : 0,
    groupName: content.groupName,
    featureFlags: content.featureFlags?.length ? JSON.stringify(content.featureFlags) : null,
    schemas: content.schemas ? schemasText(content.schemas) : null,
  };
}

/** What a row says. */
export function contentOfText(row: EventTypeText): EventTypeContent {
  return {
    name: row.name,
    description: row.description,
    archived: row.archived === 1,
    deprecated: row.deprecated === 1,
    groupName: row.groupName,
    featureFlags: row.featureFlags === null ? null : JSON.parse(row.featureFlags),
    schemas: row.schemas === null ? null : (parseOrdered(row.schemas) as EventTypeContent['schemas']),
  };
}
