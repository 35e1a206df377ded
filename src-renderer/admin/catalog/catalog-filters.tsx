import { useMemo } from 'react';
import type { EventTypeOut } from '../../../src-server/contract/event-type';
import { groupOf } from '../../../src-server/contract/names';
import { FilterChip } from '../../ui/filter-chip';
import type { SelectOption } from '../../ui/select';
import { CATALOG_CHIPS } from './catalog-chips';
import styles from './catalog-screen.module.css';
import { NO_GROUP } from './filter-event-types';
import type { CatalogAddress } from './use-catalog-list';

export interface CatalogFiltersProps {
  /** Undefined while they are being read. */
  readonly types: readonly EventTypeOut[] | undefined;
  readonly address: CatalogAddress;
}

/** What the list can be narrowed to, and how it is ordered. */
export function CatalogFilters({ types, address }: CatalogFiltersProps) {
  const groups = useMemo(() => countsOf(types, (type) => [groupOf(type) ?? NO_GROUP]), [types]);
  const flags = useMemo(() => countsOf(types, (type) => type.featureFlags ?? []), [types]);
  return (
    <div className={styles.chips}>
      <FilterChip
        label="Group"
        value={address.group}
        words={address.group === NO_GROUP ? 'Other' : address.group}
        onChange={address.setGroup}
        options={groups}
      />
      <FilterChip label="Flag" value={address.flag} onChange={address.setFlag} options={flags} />
      <FilterChip
        label="Only"
        value={address.chip ?? ''}
        onChange={address.setChip}
        options={CATALOG_CHIPS}
      />
      <FilterChip
        label="Sort"
        value={address.sort === 'name' ? '' : address.sort}
        onChange={address.setSort}
        options={SORTS}
      />
    </div>
  );
}

const SORTS = [
  { value: 'name', label: 'By name' },
  { value: 'changed', label: 'Changed last' },
] as const;

function countsOf(
  types: readonly EventTypeOut[] | undefined,
  read: (type: EventTypeOut) => readonly string[],
): SelectOption[] {
  const counts = new Map<string, number>();
  for (const type of types ?? []) {
    for (const value of read(type)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a], [b]) => Number(a === NO_GROUP) - Number(b === NO_GROUP) || (a < b ? -1 : 1))
    .map(([value, count]) => ({
      value,
      label: value === NO_GROUP ? 'Other' : value,
      detail: count.toLocaleString('en'),
    }));
}
