import type { EventTypeBulkEntry } from '../../../../src-server/contract/event-type-bulk';
import type { ListedEventType } from '../../../../src-server/contract/event-type-summary';
import { typesLabel } from './bulk-labels';

/** Actions on the selected event types. */
export type BulkAct = 'flag' | 'release' | 'archive' | 'unarchive' | 'delete';

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

/** What an action does to a selection. `flag` only matters for the action of that name; empty: not chosen yet. */
export function planBulk(act: BulkAct, selected: readonly ListedEventType[], flag: string): BulkPlan {
  const base = PLANS[act](selected, flag);
  const types = selected.filter(base.concerns);
  return {
    ...base,
    verb: base.verb(typesLabel(types.length)),
    types,
    entries: types.map(({ name }) => ({ name, ...base.change })),
  };
}

interface Draft extends Omit<BulkPlan, 'verb' | 'types' | 'entries'> {
  readonly verb: (count: string) => string;
  readonly concerns: (type: ListedEventType) => boolean;
  readonly change: Omit<EventTypeBulkEntry, 'name'>;
}

const PLANS: Record<BulkAct, (selected: readonly ListedEventType[], flag: string) => Draft> = {
  flag: (selected, flag) => {
    const others = selected.filter(({ featureFlags }) => featureFlags?.some((one) => one !== flag)).length;
    const replaced = others > 0 ? ` It replaces the flags that ${others} of them have now.` : '';
    return {
      title: 'Set a flag',
      verb: (count) => `Set flag on ${count}`,
      done: flag ? `Set ${flag} on` : 'Set the flag on',
      consequence: `Hides them from customers and tokens that do not have the flag.${flag ? replaced : ''}`,
      isHiding: true,
      concerns: ({ featureFlags }) => featureFlags?.length !== 1 || featureFlags[0] !== flag,
      change: { featureFlags: [flag] },
    };
  },
  release: () => ({
    title: 'Release to everyone',
    verb: (count) => `Release ${count} to everyone`,
    done: 'Released',
    consequence: 'Removes their flags. Every customer can see and choose them.',
    isHiding: false,
    concerns: ({ featureFlags }) => Boolean(featureFlags?.length),
    change: { featureFlags: null },
  }),
  archive: () => ({
    title: 'Archive',
    verb: (count) => `Archive ${count}`,
    done: 'Archived',
    consequence: 'Hides them from lists and from new filters. You can unarchive them later.',
    isHiding: true,
    concerns: ({ archived }) => !archived,
    change: { archived: true },
  }),
  unarchive: () => ({
    title: 'Unarchive',
    verb: (count) => `Unarchive ${count}`,
    done: 'Unarchived',
    consequence: 'Shows them in lists again. Customers who may see them can choose them.',
    isHiding: false,
    concerns: ({ archived }) => archived,
    change: { archived: false },
  }),
  delete: () => ({
    title: 'Delete',
    verb: (count) => `Delete ${count}`,
    done: 'Deleted',
    consequence:
      'Removes them from the catalog, with their descriptions, schemas and flags. Their history is kept, and you can restore them from it.',
    isHiding: true,
    concerns: () => true,
    change: { remove: true },
  }),
};
