import { sameContent } from './content-text';
import { mergeSides, type SidesMerge } from './merge-sides';
import { type ItemPlan, planItem } from './plan-item';
import {
  filledContent,
  type RemoteContent,
  type RemotePage,
  readRemoteContent,
  readRemotePage,
} from './remote-content';
import type { Resolution, Sides, SidesStatus } from './sides';
import { statusOfSides } from './status-of-sides';
import { type WrittenItem, writtenItem } from './written-item';

/** One event type at a fetch: how it was known here, and how the other instance has it now. */
export interface FetchedItem extends Sides {
  /** Null: it is not there. */
  readonly found: RemoteContent | null;
}

/** What a fetch makes of it. */
export interface RefreshedItem {
  readonly theirs: string | null;
  /** It changed there since the fetch before. */
  readonly isNew: boolean;
}

/** What a sync does with an event type, and where it stands then. */
export interface ItemQuestion {
  readonly sides: Sides;
  readonly resolutions: readonly Resolution[];
  /** What the other instance answered just now; null: it has none; undefined: it was not asked. */
  readonly found: RemoteContent | null | undefined;
}

export interface AnsweredWrite {
  readonly wanted: string;
  /** As it was there; null: it is new. */
  readonly before: string | null;
  /** JSON text. Null: it answered nothing that could be read. */
  readonly answer: string | null;
}

/**
 * What a working copy has to compute, all of which costs by its content: texts in, texts out, so that workers can do
 * it. Lists are handed over in pieces that take a fraction of a second.
 */
export interface CopyTasks {
  /** Null: the text is no page of event types. */
  readRemotePage(text: string): RemotePage | null;
  /** Null: the text is no event type. */
  readRemoteItem(text: string): RemoteContent | null;
  refreshItems(items: readonly FetchedItem[]): readonly RefreshedItem[];
  statusOfItems(items: readonly Sides[]): readonly SidesStatus[];
  mergeItem(item: { readonly sides: Sides; readonly resolutions: readonly Resolution[] }): SidesMerge;
  planSyncItem(item: ItemQuestion): ItemPlan;
  readWrittenItem(item: AnsweredWrite): WrittenItem;
}

/** @param problemsOf what is wrong with a content, in sentences; asked for those that somebody wrote by hand */
export function createCopyTasks(problemsOf: (content: string) => readonly string[]): CopyTasks {
  return {
    readRemotePage,
    readRemoteItem: readRemoteContent,
    refreshItems: (items) => items.map(refresh),
    statusOfItems: (items) => items.map(statusOfSides),
    mergeItem: ({ sides, resolutions }) => mergeSides(sides, resolutions),
    planSyncItem({ sides, resolutions, found }) {
      const there = found && filledContent(found, sides.base);
      const plan = planItem(sides, resolutions, there);
      const isByHand = resolutions.some((resolution) => 'value' in resolution);
      if (!isByHand || !('merged' in plan) || plan.merged === null) return plan;
      const [problem] = problemsOf(plan.merged);
      return problem === undefined ? plan : { kind: 'invalid', problem };
    },
    readWrittenItem: ({ wanted, before, answer }) =>
      writtenItem(wanted, answer === null ? null : readRemoteContent(answer), before),
  };
}

function refresh({ found, ...sides }: FetchedItem): RefreshedItem {
  const theirs = found && filledContent(found, sides.base);
  return { theirs, isNew: !sameContent(sides.theirs, theirs) };
}
