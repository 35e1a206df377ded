import type { CopyContentOut } from '../../../src-server/contract/working-copy';
import {
  type EventTypeDiff,
  type EventTypeFacts,
  eventTypeDiff,
  NO_FACTS,
} from '../../../src-server/json-schema/event-type-changes';

/** The differences between two contents of a working copy, in words. Null: the event type does not exist. */
export function copyDifference(before: CopyContentOut | null, after: CopyContentOut | null): EventTypeDiff {
  return eventTypeDiff(facts(before), facts(after));
}

function facts(content: CopyContentOut | null): EventTypeFacts {
  return content === null ? NO_FACTS : { ...content, schemas: content.schemas ?? null };
}
