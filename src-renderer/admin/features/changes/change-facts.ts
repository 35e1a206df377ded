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

/** The kind of a change, as a word. */
export function verbOf({ base, mine }: CopyChange): 'Added' | 'Changed' | 'Removed' {
  if (mine === null) return 'Removed';
  return base === null ? 'Added' : 'Changed';
}

/** A change of who sees an event type. */
interface VisibilityChange {
  readonly label: string;
  /** True: some customers who saw it no longer do. */
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

/** Who sees an event type: `NOBODY`, `EVERYONE`, or its flags. A flag contains no space, so the three never collide. */
function seenBy(content: CopyContentOut | null): string {
  if (content === null || content.archived) return NOBODY;
  return content.featureFlags?.length ? [...content.featureFlags].sort().join(' ') : EVERYONE;
}

/** Visibility changes first, then by name. */
export function inReviewOrder(changes: readonly CopyChange[]): readonly CopyChange[] {
  const rank = new Map(changes.map((change) => [change, visibilityOf(change) === null ? 1 : 0]));
  return changes.toSorted((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
}

/** Comparing large schemas is slow, so each change is compared once, and only when it is shown. */
const known = new WeakMap<CopyChange, EventTypeDiff>();

/** The differences of a change, in words. */
export function differenceOf(change: CopyChange): EventTypeDiff {
  const diff = known.get(change) ?? eventTypeDiff(facts(change.base), facts(change.mine));
  known.set(change, diff);
  return diff;
}

/** A content in the form that `eventTypeDiff` compares. Null: the event type does not exist. */
function facts(content: CopyContentOut | null): EventTypeFacts {
  return content === null ? NOTHING : { ...content, schemas: content.schemas ?? null };
}
