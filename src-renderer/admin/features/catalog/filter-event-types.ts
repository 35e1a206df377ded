import type { ListedEventType } from '../../../../src-server/contract/event-type-summary';
import { groupOf } from '../../../../src-server/contract/names';

/** Which event types a list shows. */
export type CatalogFilter = 'current' | 'flagged' | 'undescribed' | 'archived';

/** What a list is narrowed to by what stands in the event types themselves. */
export interface CatalogNarrowing {
  readonly show: CatalogFilter;
  /** A group; `NO_GROUP`: those without one; empty: all. */
  readonly group: string;
  /** A feature flag; empty: all. */
  readonly flag: string;
}

/** Stands for "Other": no group can be called so. */
export const NO_GROUP = '/';

/** Those that fit. */
export function filterEventTypes(
  types: readonly ListedEventType[],
  { show, group, flag }: CatalogNarrowing,
): readonly ListedEventType[] {
  return types.filter((type) => {
    if (type.archived !== (show === 'archived')) return false;
    if (show === 'flagged' && !type.featureFlags?.length) return false;
    if (show === 'undescribed' && type.description.trim() !== '') return false;
    if (group !== '' && (groupOf(type) ?? NO_GROUP) !== group) return false;
    return flag === '' || type.featureFlags?.includes(flag) === true;
  });
}
