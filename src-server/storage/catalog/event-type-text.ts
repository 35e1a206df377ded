import { type EventTypeDiff, type EventTypeFacts, eventTypeDiff } from '../../json-schema/event-type-changes';
import { parseOrdered } from '../../json-schema/ordered-json';
import { columnsOf, flag, listOrNone, type RowOf } from '../columns';

/** What a person or an import says about an event type. */
export interface EventTypeContent {
  readonly name: string;
  readonly description: string;
  readonly archived: boolean;
  readonly deprecated: boolean;
  /** RFC 3339, UTC. Null: no date. */
  readonly sunsetAt: string | null;
  /** The name of the event type to use instead, if there is one of that name. Null: none. */
  readonly replacedBy: string | null;
  /** Null: the group follows the name. */
  readonly groupName: string | null;
  /** Null: everyone sees it. Never empty. */
  readonly featureFlags: readonly string[] | null;
  /** JSON text of the Draft 7 schemas by version, as given, without white space around tokens. Null: none. */
  readonly schemas: string | null;
}

export const CONTENT_COLUMNS = columnsOf<EventTypeContent>(
  {
    name: 'name',
    description: 'description',
    archived: flag('archived'),
    deprecated: flag('deprecated'),
    sunsetAt: 'sunset_at',
    replacedBy: 'replaced_by',
    groupName: 'group_name',
    featureFlags: listOrNone('feature_flags'),
    schemas: 'schemas',
  },
  ['name'],
);
/** What an upsert replaces in the row of the same name: one that was deprecated before stays so since then. */
export const REPLACED_CONTENT = `${CONTENT_COLUMNS.changing.map((name) => `${name} = excluded.${name}`).join(', ')},
  deprecated_at = CASE WHEN event_type.deprecated = 1 AND excluded.deprecated = 1 THEN event_type.deprecated_at
    ELSE excluded.deprecated_at END`;

/** An event type as stored in its row; JSON stays text, since comparing many need not parse them all. */
export type EventTypeText = RowOf<EventTypeContent>;

/** One of many event types written together. */
export interface EventTypeTextChange {
  /** Null: there is none. */
  readonly before: EventTypeText | null;
  readonly after: EventTypeText;
  /** For the history. Null: it is new, or the two were not compared. */
  readonly difference: EventTypeDiff | null;
  /** Since when it is deprecated, if it was not before, in ms since 1970. Absent or null: since it is written. */
  readonly deprecatedAt?: number | null;
}

/** An event type as stored in its row, column by column; and the content of a row. */
export const { toRow: textOfEventType, toRecord: contentOfText } = CONTENT_COLUMNS;

/** True when a write of `next` would change nothing. */
export function isSameEventType(current: EventTypeContent, next: EventTypeContent): boolean {
  return isSameText(textOfEventType(current), textOfEventType(next));
}

/** The same for rows. */
export function isSameText(old: EventTypeText, wanted: EventTypeText): boolean {
  return (Object.keys(old) as (keyof EventTypeText)[]).every((column) => old[column] === wanted[column]);
}

/** The differences between two states of an event type. Schemas are parsed only if their texts differ. */
export function differenceOf(before: EventTypeContent, after: EventTypeContent): EventTypeDiff {
  const isSameText = before.schemas === after.schemas;
  const facts = ({ schemas, ...content }: EventTypeContent): EventTypeFacts => ({
    ...content,
    schemas: isSameText || schemas === null ? null : (parseOrdered(schemas) as EventTypeFacts['schemas']),
  });
  return eventTypeDiff(facts(before), facts(after));
}
