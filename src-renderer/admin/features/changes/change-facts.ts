import type { CopyContentOut } from '../../../../src-server/contract/working-copy';
import {
  type EventTypeDiff,
  type EventTypeFacts,
  eventTypeDiff,
} from '../../../../src-server/json-schema/event-type-changes';
import type { CopyChange } from '../../data/use-changes';

const NOTHING: EventTypeFacts = {
  description: '',
  archived: false,
  deprecated: false,
  groupName: null,
  featureFlags: null,
  schemas: null,
};

/** What was done to an event type, in a word. */
export function verbOf({ base, mine }: CopyChange): 'Added' | 'Changed' | 'Removed' {
  if (mine === null) return 'Removed';
  return base === null ? 'Added' : 'Changed';
}

/** What becomes of who sees an event type, as a label; null: that stays. */
export interface VisibilityChange {
  readonly label: string;
  /** True: somebody who saw it no longer does. */
  readonly isHiding: boolean;
}

export function visibilityOf({ base, mine }: CopyChange): VisibilityChange | null {
  const [was, is] = [seenBy(base), seenBy(mine)];
  if (was === is) return null;
  if (mine === null) return { label: 'Removed', isHiding: true };
  if (mine.archived) return { label: 'Hidden: archived', isHiding: true };
  if (is === EVERYONE) return { label: 'Released to everyone', isHiding: false };
  const label = `Only with ${is.replaceAll(' ', ' or ')}`;
  return was === NOBODY
    ? { label, isHiding: false }
    : { label: `Hidden: ${label.toLowerCase()}`, isHiding: true };
}

const NOBODY = 'nobody ';
const EVERYONE = 'everyone ';

/** A flag has no space, so that no flags are taken for one of the two. */
function seenBy(content: CopyContentOut | null): string {
  if (content === null || content.archived) return NOBODY;
  return content.featureFlags?.length ? [...content.featureFlags].sort().join(' ') : EVERYONE;
}

/** Visibility changes first, then by name. */
export function inReviewOrder(changes: readonly CopyChange[]): readonly CopyChange[] {
  const rank = new Map(changes.map((change) => [change, visibilityOf(change) === null ? 1 : 0]));
  return changes.toSorted((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
}

/** Comparing takes a while with large schemas: it is done once for each change, and only for those in sight. */
const known = new WeakMap<CopyChange, EventTypeDiff>();

/** What a change does, in words. */
export function differenceOf(change: CopyChange): EventTypeDiff {
  const diff = known.get(change) ?? eventTypeDiff(facts(change.base), facts(change.mine));
  known.set(change, diff);
  return diff;
}

/** A content to be compared. Null: there is none. */
export function facts(content: CopyContentOut | null): EventTypeFacts {
  return content === null ? NOTHING : { ...content, schemas: content.schemas ?? null };
}
