import type { ListedEventType } from '../../../../src-server/contract/event-type-summary';
import { groupOf } from '../../../../src-server/contract/names';

/** Which event types a list shows. */
export type CatalogFilter = 'current' | 'flagged' | 'undescribed' | 'archived';

/** Filters on properties of the event types themselves. */
export interface CatalogNarrowing {
  readonly show: CatalogFilter;
  /** A group; `NO_GROUP`: types without one; empty: all. */
  readonly group: string;
  /** A feature flag; empty: all. */
  readonly flag: string;
}

/** Represents "Other": no group can have this name. */
export const NO_GROUP = '/';

/** The event types that match. */
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
