import { useCallback, useMemo, useState } from 'react';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { FailureNotice } from '../../ui/failure-notice';
import { Skeleton } from '../../ui/skeleton';
import { needsInsights } from './catalog-chips';
import { CatalogEmpty } from './catalog-empty';
import { catalogRows } from './catalog-rows';
import styles from './catalog-screen.module.css';
import { CatalogTree } from './catalog-tree';
import { closestName } from './closest-name';
import type { CatalogFilter } from './filter-event-types';
import type { CatalogAddress, CatalogList as List } from './use-catalog-list';
import type { Selection } from './use-selection';

export interface CatalogListProps {
  readonly list: List;
  readonly address: CatalogAddress;
  readonly selection: Selection;
}

const NONE: ReadonlySet<string> = new Set();

/** The tree of event types in each of its states. */
export function CatalogList({ list, address, selection }: CatalogListProps) {
  const { types, insights, hits } = list;
  const [folded, setFolded] = useState<ReadonlySet<string>>(NONE);
  const fold = useCallback((key: string, open: boolean) => {
    setFolded((now) => {
      const next = new Set(now);
      open ? next.delete(key) : next.add(key);
      return next;
    });
  }, []);
  const isSearching = address.search !== '';
  // While searching nothing that matches may hide in a folded group.
  const rows = useMemo(
    () => catalogRows(hits ?? [], isSearching ? NONE : folded, address.sort),
    [hits, isSearching, folded, address.sort],
  );
  if (!hits) {
    if (types.isPending) return <Skeleton what="the catalog" rows={12} />;
    return (
      <FailureNotice
        title="The catalog could not be read"
        cause={types.error}
        onRetry={() => void types.refetch()}
      />
    );
  }
  if (rows.length > 0) {
    return (
      <>
        <Status list={list} isSearching={isSearching} />
        <CatalogTree rows={rows} selection={selection} onFold={fold} />
      </>
    );
  }
  if (list.isPartial) return <Skeleton what="the catalog" rows={12} />;
  if (types.data?.length === 0) return <CatalogEmpty />;
  if (needsInsights(address.chip)) {
    if (insights.isPending) return <Skeleton what="the catalog" rows={12} />;
    if (insights.error) {
      return (
        <FailureNotice
          title="Which event types are like that could not be read"
          cause={insights.error}
          onRetry={() => void insights.refetch()}
        />
      );
    }
  }
  return <NoResult list={list} address={address} />;
}

function Status({ list, isSearching }: { readonly list: List; readonly isSearching: boolean }) {
  const count = list.hits?.length.toLocaleString('en');
  const words = list.isPartial
    ? `The first ${count}; the others are being read.`
    : isSearching
      ? `${count} found.${list.fields.isReading ? ' Still reading the fields of schemas.' : ''}`
      : '';
  // The region is always there: one that comes with its words is not read out.
  return (
    <p role="status" className={words ? styles.status : 'visually-hidden'}>
      {words}
    </p>
  );
}

/** Nothing fits: says what was asked, offers what was probably meant, and the way back. */
function NoResult({ list, address }: Pick<CatalogListProps, 'list' | 'address'>) {
  const { search } = address;
  const names = useMemo(() => list.types.data?.map(({ name }) => name) ?? [], [list.types.data]);
  const near = useMemo(() => (search === '' ? null : closestName(search, names)), [search, names]);
  const isNarrowed = address.chip !== null || address.group !== '' || address.flag !== '';
  if (search === '' && !isNarrowed) {
    return (
      <EmptyState title={NOTHING[address.show].title}>
        <p>{NOTHING[address.show].text}</p>
      </EmptyState>
    );
  }
  const nearCount = near === null ? 0 : list.countOf(near);
  const isOne = isNarrowed || address.show !== 'current';
  return (
    <EmptyState
      title={search === '' ? 'No event type is like that' : `Nothing matches “${search}”`}
      actions={
        <>
          {near !== null && nearCount > 0 && (
            <Button kind="primary" onPress={() => address.setSearch(near)}>
              Search for {near}
            </Button>
          )}
          {search !== '' && <Button onPress={() => address.setSearch('')}>Clear the search</Button>}
          {isOne && <Button onPress={address.clear}>Clear filters</Button>}
        </>
      }
    >
      {near !== null && nearCount > 0 && (
        <p>
          Did you mean <em>{near}</em> ({nearCount.toLocaleString('en')})?
        </p>
      )}
      {list.fields.isReading && <p>The fields of schemas are still being read.</p>}
      {isOne && <p>Filters narrow what is searched.</p>}
    </EmptyState>
  );
}

const NOTHING: Record<CatalogFilter, { readonly title: string; readonly text: string }> = {
  current: { title: 'Every event type is archived', text: 'Look under Archived to bring one back.' },
  flagged: {
    title: 'No event type is flagged',
    text: 'A feature flag hides an event type from customers until you release it.',
  },
  undescribed: { title: 'Every event type has a description', text: 'Nothing to do here.' },
  archived: {
    title: 'Nothing is archived',
    text: 'Archived event types leave every list, and can be brought back.',
  },
};
