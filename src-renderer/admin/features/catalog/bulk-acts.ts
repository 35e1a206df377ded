import type { EventTypeBulkEntry } from '../../../../src-server/contract/event-type-bulk';
import type { ListedEventType } from '../../../../src-server/contract/event-type-summary';
import { typesLabel } from './bulk-labels';

/** Actions on the selected event types. */
export type BulkAct = 'flag' | 'release' | 'archive' | 'unarchive' | 'delete';

/** What becomes of the flags that the event types have. */
export type FlagMode = 'add' | 'remove' | 'replace';

/** Matters for the action `flag` only; an empty flag is not chosen yet. */
interface FlagWish {
  readonly mode: FlagMode;
  readonly flag: string;
}

interface BulkPlan {
  readonly title: string;
  /** The verb on the button, with the count. */
  readonly verb: string;
  /** What was done, before the count. */
  readonly done: string;
  /** What it means, in a sentence or two. */
  readonly consequence: string;
  /** Whether to state that delivery continues. */
  readonly isHiding: boolean;
  /** The event types that will change. */
  readonly types: readonly ListedEventType[];
  readonly entries: readonly EventTypeBulkEntry[];
}

/** What an action does to a selection. */
export function planBulk(act: BulkAct, selected: readonly ListedEventType[], wish: FlagWish): BulkPlan {
  const base = PLANS[act](selected, wish);
  const types = selected.filter(base.concerns);
  return {
    ...base,
    verb: base.verb(typesLabel(types.length)),
    types,
    entries: types.map((type) => ({ name: type.name, ...base.changeOf(type) })),
  };
}

interface Draft extends Omit<BulkPlan, 'verb' | 'types' | 'entries'> {
  readonly verb: (count: string) => string;
  readonly concerns: (type: ListedEventType) => boolean;
  readonly changeOf: (type: ListedEventType) => Omit<EventTypeBulkEntry, 'name'>;
}

const HIDES = 'Hides them from customers and tokens that do not have the flag.';
const flagsOf = ({ featureFlags }: ListedEventType): readonly string[] => featureFlags ?? [];

const FLAG_PLANS: Record<FlagMode, (selected: readonly ListedEventType[], flag: string) => Draft> = {
  add: (selected, flag) => {
    const shown = selected.filter((type) => flagsOf(type).some((other) => other !== flag)).length;
    const others = shown > 0 ? ` ${shown} of them have another flag: either one shows them.` : '';
    return {
      title: 'Add a flag',
      verb: (count) => `Add flag to ${count}`,
      done: flag ? `Added ${flag} to` : 'Added the flag to',
      consequence: `${HIDES}${flag ? others : ''}`,
      isHiding: true,
      concerns: (type) => !flagsOf(type).includes(flag),
      changeOf: (type) => ({ featureFlags: [...flagsOf(type), flag] }),
    };
  },
  remove: (selected, flag) => {
    const released = selected.filter((type) => flagsOf(type).join() === flag).length;
    return {
      title: 'Remove a flag',
      verb: (count) => `Remove flag from ${count}`,
      done: flag ? `Removed ${flag} from` : 'Removed the flag from',
      consequence:
        flag && released > 0
          ? `${released} of them have no other flag: every customer can see and choose them then.`
          : 'Those that have no other flag are shown to every customer.',
      isHiding: false,
      concerns: (type) => flagsOf(type).includes(flag),
      changeOf: (type) => {
        const left = flagsOf(type).filter((other) => other !== flag);
        return { featureFlags: left.length > 0 ? left : null };
      },
    };
  },
  replace: (selected, flag) => {
    const others = selected.filter((type) => flagsOf(type).some((other) => other !== flag)).length;
    const replaced = others > 0 ? ` It replaces the flags that ${others} of them have now.` : '';
    return {
      title: 'Set a flag',
      verb: (count) => `Set flag on ${count}`,
      done: flag ? `Set ${flag} on` : 'Set the flag on',
      consequence: `${HIDES}${flag ? replaced : ''}`,
      isHiding: true,
      concerns: (type) => flagsOf(type).join() !== flag,
      changeOf: () => ({ featureFlags: [flag] }),
    };
  },
};

const PLANS: Record<BulkAct, (selected: readonly ListedEventType[], wish: FlagWish) => Draft> = {
  flag: (selected, { mode, flag }) => FLAG_PLANS[mode](selected, flag),
  release: () => ({
    title: 'Release to everyone',
    verb: (count) => `Release ${count} to everyone`,
    done: 'Released',
    consequence: 'Removes their flags. Every customer can see and choose them.',
    isHiding: false,
    concerns: ({ featureFlags }) => Boolean(featureFlags?.length),
    changeOf: () => ({ featureFlags: null }),
  }),
  archive: () => ({
    title: 'Archive',
    verb: (count) => `Archive ${count}`,
    done: 'Archived',
    consequence: 'Hides them from lists and from new filters. You can unarchive them later.',
    isHiding: true,
    concerns: ({ archived }) => !archived,
    changeOf: () => ({ archived: true }),
  }),
  unarchive: () => ({
    title: 'Unarchive',
    verb: (count) => `Unarchive ${count}`,
    done: 'Unarchived',
    consequence: 'Shows them in lists again. Customers who may see them can choose them.',
    isHiding: false,
    concerns: ({ archived }) => archived,
    changeOf: () => ({ archived: false }),
  }),
  delete: () => ({
    title: 'Delete',
    verb: (count) => `Delete ${count}`,
    done: 'Deleted',
    consequence:
      'Removes them from the catalog, with their descriptions, schemas and flags. Their history is kept, and you can restore them from it.',
    isHiding: true,
    concerns: () => true,
    changeOf: () => ({ remove: true }),
  }),
};
