import { useDeferredValue, useMemo } from 'react';
import type { EventTypeOut } from '../../../src-server/contract/event-type';
import { groupEventTypes } from '../../event-types/group-event-types';
import { useAddressValue, useSetAddressValues } from '../frame/use-address-value';
import { type CatalogChip, chipIn, needsInsights, withChip } from './catalog-chips';
import type { CatalogSort } from './catalog-rows';
import { type CatalogFilter, type CatalogNarrowing, filterEventTypes } from './filter-event-types';
import { type SearchEntry, type SearchHit, searchEntries, searchEventTypes } from './search-event-types';
import { useEventTypes, useFirstEventTypes } from './use-catalog';
import { type FieldNames, useFieldNames } from './use-field-names';
import { useInsights } from './use-history';

const SHOWN: readonly string[] = ['flagged', 'undescribed', 'archived'] satisfies CatalogFilter[];

/** What the list shows, all of it in the address. */
export interface CatalogAddress extends CatalogNarrowing {
  readonly search: string;
  readonly chip: CatalogChip | null;
  readonly sort: CatalogSort;
  readonly setSearch: (search: string) => void;
  readonly setShow: (show: string) => void;
  readonly setGroup: (group: string) => void;
  readonly setFlag: (flag: string) => void;
  readonly setChip: (chip: string) => void;
  readonly setSort: (sort: string) => void;
  /** Takes away the search and everything the list is narrowed to. */
  readonly clear: () => void;
}

export function useCatalogAddress(): CatalogAddress {
  const [search, setSearch] = useAddressValue('q');
  const [show, setShow] = useAddressValue('show');
  const [group, setGroup] = useAddressValue('group');
  const [flag, setFlag] = useAddressValue('flag');
  const [only, setChip] = useAddressValue('only');
  const [sort, setSort] = useAddressValue('sort');
  const set = useSetAddressValues();
  return {
    search,
    show: SHOWN.includes(show) ? (show as CatalogFilter) : 'current',
    group,
    flag,
    chip: chipIn(only),
    sort: sort === 'changed' ? 'changed' : 'name',
    setSearch,
    setShow: (next) => setShow(next === 'current' ? '' : next),
    setGroup,
    setFlag,
    setChip,
    setSort: (next) => setSort(next === 'name' ? '' : next),
    clear: () => {
      for (const clearOne of [setSearch, setShow, setGroup, setFlag, setChip]) clearOne('');
      set({ q: '', show: '', group: '', flag: '', only: '' });
    },
  };
}

export interface CatalogList {
  readonly types: ReturnType<typeof useEventTypes>;
  readonly insights: ReturnType<typeof useInsights>;
  /** Undefined while nothing is known. */
  readonly hits: readonly SearchHit[] | undefined;
  /** True while only the first event types are there. */
  readonly isPartial: boolean;
  readonly fields: FieldNames;
  /** How many another search would find, everything else being the same. */
  readonly countOf: (search: string) => number;
}

/** The event types that the list shows, ordered as their groups are. */
export function useCatalogList(address: CatalogAddress): CatalogList {
  const { show, group, flag, chip } = address;
  const types = useEventTypes();
  const first = useFirstEventTypes(types.isPending);
  const insights = useInsights(needsInsights(chip));
  const search = useDeferredValue(address.search);
  const fields = useFieldNames(types.data, address.search !== '');
  const known = types.data ?? first.data?.data;
  const ordered = useMemo(() => known && inOrder(known), [known]);
  const entries = useMemo(() => ordered && searchEntries(ordered), [ordered]);
  const narrowed = useMemo(
    () => entries && narrow(entries, { show, group, flag }, chip, insights.data),
    [entries, show, group, flag, chip, insights.data],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `stamp` says that `fields` holds more
  const hits = useMemo(
    () => narrowed && searchEventTypes(narrowed, search, fields.fields),
    [narrowed, search, fields.fields, fields.stamp],
  );
  return {
    types,
    insights,
    hits,
    isPartial: types.data === undefined && known !== undefined,
    fields,
    countOf: (other) => (narrowed ? searchEventTypes(narrowed, other, fields.fields).length : 0),
  };
}

function inOrder(types: readonly EventTypeOut[]): readonly EventTypeOut[] {
  return groupEventTypes(types).flatMap(({ eventTypes }) => eventTypes);
}

function narrow(
  entries: readonly SearchEntry[],
  narrowing: CatalogNarrowing,
  chip: CatalogChip | null,
  insights: Parameters<typeof withChip>[2],
): readonly SearchEntry[] {
  const all = entries.map(({ type }) => type);
  const fitting = new Set(withChip(filterEventTypes(all, narrowing), chip, insights, Date.now()));
  return entries.filter(({ type }) => fitting.has(type));
}
