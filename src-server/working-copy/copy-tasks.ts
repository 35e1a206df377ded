import { sameContent } from './content-text';
import { flagSetsIn, isFlagSets, isListOfSets } from './flag-sets-text';
import {
  createFileTasks,
  type FileContent,
  type FileDocuments,
  type FileWrite,
  type FolderFile,
} from './folder-files';
import { mergeSides } from './merge-sides';
import { type ItemPlan, planItem } from './plan-item';
import {
  filledContent,
  type PageFault,
  type RemoteContent,
  type RemotePage,
  readRemoteContent,
  readRemotePage,
} from './remote-content';
import type { Resolution, SideConflict, Sides, SidesMerge, SidesStatus } from './sides';
import { statusOfSides } from './status-of-sides';
import { type WrittenItem, writtenItem } from './written-item';

/** One event type in a fetch: how it was known here, and what the other instance has now. */
export interface FetchedItem extends Sides {
  /** Null: it does not exist there. */
  readonly found: RemoteContent | null;
}

/** What a fetch turns it into. */
export interface RefreshedItem {
  readonly theirs: string | null;
  /** It has changed there since the previous fetch. */
  readonly isNew: boolean;
}

/** The input for planning what a sync does with an event type, and where that leaves it. */
export interface ItemQuestion {
  readonly sides: Sides;
  readonly resolutions: readonly Resolution[];
  /** What the other instance just answered; null: it has none; undefined: it was not asked. */
  readonly found: RemoteContent | null | undefined;
}

/** The input for judging a write by what is there after it. */
export interface WriteQuestion {
  readonly wanted: string;
  /** Its earlier state there; null: it is new. */
  readonly before: string | null;
  readonly found: RemoteContent;
}

/** What a sync would do with an event type that both sides changed. */
export interface ComparedItem {
  readonly conflicts: readonly SideConflict[];
  /** Something is written there, even if theirs is taken at every conflict. */
  readonly isWritten: boolean;
}

/**
 * What a working copy has to compute, all at a cost that depends on its content: texts in, texts out, so that workers
 * can do it. Lists are passed in pieces that take a fraction of a second.
 */
export interface CopyTasks {
  readRemotePage(text: string): RemotePage | PageFault;
  /** Null: the text is not an event type. */
  readRemoteItem(text: string): RemoteContent | null;
  refreshItems(items: readonly FetchedItem[]): readonly RefreshedItem[];
  statusOfItems(items: readonly Sides[]): readonly SidesStatus[];
  compareItems(items: readonly Sides[]): readonly ComparedItem[];
  mergeItem(item: { readonly sides: Sides; readonly resolutions: readonly Resolution[] }): SidesMerge;
  planSyncItem(item: ItemQuestion): ItemPlan;
  /** Null: it is not there as it was to be written. */
  judgeWrite(item: WriteQuestion): WrittenItem | null;
  readFolderFiles(files: readonly FolderFile[]): Promise<readonly FileContent[]>;
  /** The new text of a file; an empty one before: it is new. */
  writeFolderFile(write: FileWrite): Promise<string>;
}

/** @param problemsOf what is wrong with a content, in sentences; called for contents that somebody wrote by hand */
export function createCopyTasks(
  problemsOf: (content: string) => readonly string[],
  documents: FileDocuments,
): CopyTasks {
  const { readFolderFiles, writeFolderFile } = createFileTasks(documents, problemsOf);
  return {
    readFolderFiles,
    writeFolderFile,
    readRemotePage,
    readRemoteItem: readRemoteContent,
    refreshItems: (items) => items.map(refresh),
    statusOfItems: (items) => items.map(statusOfSides),
    compareItems: (items) => items.map(compare),
    mergeItem: ({ sides, resolutions }) => mergeSides(sides, resolutions),
    planSyncItem({ sides, resolutions, found }) {
      const there = found && filledContent(found, sides.base);
      const plan = planItem(sides, resolutions, there);
      const isByHand = resolutions.some((resolution) => 'value' in resolution);
      if (!isByHand || !('merged' in plan) || plan.merged === null) return plan;
      const [problem] = isFlagSets(plan.merged) ? flagSetProblems(plan.merged) : problemsOf(plan.merged);
      return problem === undefined ? plan : { kind: 'invalid', problem };
    },
    judgeWrite: ({ wanted, before, found }) => writtenItem(wanted, found, before),
  };
}

function refresh({ found, ...sides }: FetchedItem): RefreshedItem {
  const theirs = found && filledContent(found, sides.base);
  return { theirs, isNew: !sameContent(sides.theirs, theirs) };
}

function flagSetProblems(content: string): readonly string[] {
  return isListOfSets(flagSetsIn(content)) ? [] : ['This is not a set of feature flags.'];
}

function compare(sides: Sides): ComparedItem {
  const { conflicts } = mergeSides(sides);
  const takeTheirs = conflicts.map(({ pointer }): Resolution => ({ name: '', pointer, take: 'theirs' }));
  return { conflicts, isWritten: !sameContent(mergeSides(sides, takeTheirs).merged, sides.theirs) };
}
