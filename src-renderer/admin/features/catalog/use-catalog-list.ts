import { useCallback, useMemo } from 'react';
import { inOrder } from '../../data/catalog-order';
import { useEventTypes, useFirstEventTypes } from '../../data/use-catalog';
import { useLastSent } from '../../data/use-last-sent';
import { useAddressValue, useSetAddressValues } from '../../platform/use-address-value';
import { type CatalogChip, chipIn, needsInsights, withChip } from './catalog-chips';
import type { CatalogSort } from './catalog-rows';
import { useInsights } from './event-type/use-history';
import { type CatalogFilter, type CatalogNarrowing, filterEventTypes } from './filter-event-types';
import { type SearchEntry, type SearchHit, searchEntries, searchEventTypes } from './search-event-types';
import { type FieldNames, useFieldNames } from './use-field-names';
import { useSearchHits } from './use-search-hits';

const SHOWN: readonly string[] = ['flagged', 'undescribed', 'archived'] satisfies CatalogFilter[];

/** The address follows a search after this pause, in milliseconds: following renders every part of the page. */
const SEARCH_PAUSE_MS = 250;

/** The filters and the order of the list, and how to change them. */
export interface CatalogFilterAddress extends CatalogNarrowing {
  readonly chip: CatalogChip | null;
  readonly sort: CatalogSort;
  readonly setShow: (show: string) => void;
  readonly setGroup: (group: string) => void;
  readonly setFlag: (flag: string) => void;
  readonly setChip: (chip: string) => void;
  readonly setSort: (sort: string) => void;
}

/** What the list shows; all of it is in the address. */
export interface CatalogAddress {
  readonly search: string;
  readonly setSearch: (search: string) => void;
  /** The same object while nothing in it changes. */
  readonly filters: CatalogFilterAddress;
  /** Clears the search and all filters. */
  readonly clear: () => void;
}

export function useCatalogAddress(): CatalogAddress {
  const [search, setSearch, showSearch] = useAddressValue('q', SEARCH_PAUSE_MS);
  const [show, setShow, showShow] = useAddressValue('show');
  const [group, setGroup, showGroup] = useAddressValue('group');
  const [flag, setFlag, showFlag] = useAddressValue('flag');
  const [only, setChip, showChip] = useAddressValue('only');
  const [sort, setSort] = useAddressValue('sort');
  const set = useSetAddressValues();
  const filters = useMemo(
    (): CatalogFilterAddress => ({
      show: SHOWN.includes(show) ? (show as CatalogFilter) : 'current',
      group,
      flag,
      chip: chipIn(only),
      sort: sort === 'changed' || sort === 'sent' ? sort : 'name',
      setShow: (next) => setShow(next === 'current' ? '' : next),
      setGroup,
      setFlag,
      setChip,
      setSort: (next) => setSort(next === 'name' ? '' : next),
    }),
    [show, group, flag, only, sort, setShow, setGroup, setFlag, setChip, setSort],
  );
  return {
    search,
    setSearch,
    filters,
    clear: () => {
      for (const show of [showSearch, showShow, showGroup, showFlag, showChip]) show('');
      set({ q: '', show: '', group: '', flag: '', only: '' });
    },
  };
}

export interface CatalogList {
  readonly types: ReturnType<typeof useEventTypes>;
  readonly insights: ReturnType<typeof useInsights>;
  /** Read only if the list is ordered by it. */
  readonly lastSent: ReturnType<typeof useLastSent>;
  /** Undefined while nothing is known. */
  readonly hits: readonly SearchHit[] | undefined;
  /** True while only the first event types are loaded. */
  readonly isPartial: boolean;
  readonly fields: FieldNames;
  /** How many results another search would have, with everything else unchanged. */
  readonly countOf: (search: string) => number;
}

/** The event types that the list shows, in the order of their groups. */
export function useCatalogList({ search, filters }: CatalogAddress): CatalogList {
  const { show, group, flag, chip } = filters;
  const types = useEventTypes();
  const first = useFirstEventTypes(types.isPending);
  const insights = useInsights(needsInsights(chip));
  const lastSent = useLastSent(filters.sort === 'sent');
  const fields = useFieldNames(types.data, search !== '');
  const known = types.data ?? first.data?.data;
  const ordered = useMemo(() => known && inOrder(known), [known]);
  const entries = useMemo(() => ordered && searchEntries(ordered), [ordered]);
  const narrowed = useMemo(
    () => entries && narrow(entries, { show, group, flag }, chip, insights.data),
    [entries, show, group, flag, chip, insights.data],
  );
  const hits = useSearchHits(narrowed, search, fields.fields, fields.stamp);
  const countOf = useCallback(
    (other: string) => (narrowed ? searchEventTypes(narrowed, other, fields.fields).length : 0),
    [narrowed, fields.fields],
  );
  return {
    types,
    insights,
    lastSent,
    hits,
    isPartial: types.data === undefined && known !== undefined,
    fields,
    countOf,
  };
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
