import { memo, useMemo } from 'react';
import type { ListedEventType } from '../../../../src-server/contract/event-type-summary';
import { groupOf } from '../../../../src-server/contract/names';
import { FilterChip } from '../../../ui/filter-chip';
import layout from '../../../ui/layout.module.css';
import type { SelectOption } from '../../../ui/select';
import { useInstance } from '../../platform/instance';
import { CATALOG_CHIPS } from './catalog-chips';
import { NO_GROUP } from './filter-event-types';
import type { CatalogFilterAddress } from './use-catalog-list';

interface CatalogFiltersProps {
  /** Undefined while they are being read. */
  readonly types: readonly ListedEventType[] | undefined;
  readonly filters: CatalogFilterAddress;
}

/** The filters and the order of the list. */
export const CatalogFilters = memo(function CatalogFilters({ types, filters }: CatalogFiltersProps) {
  const { isCopy } = useInstance();
  const groups = useMemo(() => countsOf(types, (type) => [groupOf(type) ?? NO_GROUP]), [types]);
  const flags = useMemo(() => countsOf(types, (type) => type.featureFlags ?? []), [types]);
  return (
    <div className={`${layout.chips} ${layout.line1}`}>
      <FilterChip
        label="Group"
        value={filters.group}
        valueLabel={filters.group === NO_GROUP ? 'Other' : filters.group}
        onChange={filters.setGroup}
        options={groups}
      />
      <FilterChip label="Flag" value={filters.flag} onChange={filters.setFlag} options={flags} />
      <FilterChip
        label="More filters"
        value={filters.chip ?? ''}
        onChange={filters.setChip}
        options={isCopy ? COPY_CHIPS : CATALOG_CHIPS}
      />
      <FilterChip
        label="Sort"
        value={filters.sort === 'name' ? '' : filters.sort}
        onChange={filters.setSort}
        options={isCopy ? COPY_SORTS : SORTS}
      />
    </div>
  );
});

const SORTS = [
  { value: 'name', label: 'By name' },
  { value: 'changed', label: 'Last changed' },
  { value: 'sent', label: 'Last sent' },
] as const;

/** A working copy does not record times. */
const COPY_CHIPS = CATALOG_CHIPS.filter(({ value }) => value !== 'changed' && value !== 'unpublished');
const COPY_SORTS = SORTS.filter(({ value }) => value !== 'changed');

function countsOf(
  types: readonly ListedEventType[] | undefined,
  read: (type: ListedEventType) => readonly string[],
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
