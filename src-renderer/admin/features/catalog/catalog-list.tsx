import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ListedEventType } from '../../../../src-server/contract/event-type-summary';
import { closestNameSteps } from '../../../shared/event-types/closest-name';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { Skeleton } from '../../../ui/skeleton';
import { Time } from '../../../ui/time';
import { Unread } from '../../../ui/unread';
import { inSlices } from '../../platform/in-slices';
import { needsInsights } from './catalog-chips';
import { CatalogEmpty } from './catalog-empty';
import { catalogRows } from './catalog-rows';
import styles from './catalog-screen.module.css';
import { CatalogTree } from './catalog-tree';
import type { CatalogFilter } from './filter-event-types';
import type { CatalogAddress, CatalogList as List } from './use-catalog-list';
import type { Selection } from './use-selection';

interface CatalogListProps {
  readonly list: List;
  readonly address: CatalogAddress;
  readonly selection: Selection;
}

const NONE: ReadonlySet<string> = new Set();

/** The tree of event types in each of its states. */
export function CatalogList({ list, address, selection }: CatalogListProps) {
  const { types, insights, lastSent, hits } = list;
  const [folded, setFolded] = useState<ReadonlySet<string>>(NONE);
  const fold = useCallback((key: string, open: boolean) => {
    setFolded((now) => {
      const next = new Set(now);
      open ? next.delete(key) : next.add(key);
      return next;
    });
  }, []);
  const { sort, chip } = address.filters;
  const isSearching = address.search !== '';
  // During a search, no match may be hidden in a collapsed group.
  const rows = useMemo(
    () => catalogRows(hits ?? [], isSearching ? NONE : folded, sort, lastSent.data?.times),
    [hits, isSearching, folded, sort, lastSent.data],
  );
  if (!hits) {
    if (types.isPending || types.isSuccess) return <Skeleton what="the catalog" rows={12} />;
    return (
      <FailureNotice
        title="The catalog could not be loaded"
        cause={types.error}
        onRetry={() => void types.refetch()}
      />
    );
  }
  if (rows.length > 0) {
    return (
      <>
        {sort === 'sent' && <SentNote lastSent={lastSent} />}
        <CatalogTree
          rows={rows}
          selection={selection}
          onFold={fold}
          lastSent={sort === 'sent' ? lastSent.data?.times : undefined}
        />
        <Status list={list} isSearching={isSearching} />
      </>
    );
  }
  if (list.isPartial) return <Skeleton what="the catalog" rows={12} />;
  if (types.data?.length === 0) return <CatalogEmpty />;
  if (needsInsights(chip)) {
    if (insights.error || insights.isPending)
      return (
        <Unread what="the catalog" title="This filter could not be applied" rows={12} query={insights} />
      );
  }
  return <NoResult list={list} address={address} />;
}

function Status({ list, isSearching }: { readonly list: List; readonly isSearching: boolean }) {
  const count = list.hits?.length.toLocaleString('en');
  const label = list.isPartial
    ? `Showing the first ${count}. Loading the others.`
    : isSearching
      ? `${count} found.${list.fields.isReading ? ' Still loading schema fields.' : ''}`
      : '';
  // The region always exists: a region inserted together with its text is not read out.
  return (
    <p role="status" className={label ? layout.screenFoot : 'visually-hidden'}>
      {label}
    </p>
  );
}

/** What the order by last sent does not cover. */
function SentNote({ lastSent }: Pick<List, 'lastSent'>) {
  const { data, error } = lastSent;
  if (error) {
    return (
      <FailureNotice
        title="Last sent times could not be loaded"
        cause={error}
        onRetry={() => void lastSent.refetch()}
      />
    );
  }
  if (!data?.countedSince) return null;
  return (
    <p className={`${layout.underlined} ${layout.meta} ${styles.status}`}>
      Counts messages since <Time at={data.countedSince} as="since" />.
    </p>
  );
}

/** No match: shows the query, suggests what was probably meant, and offers a way back. */
function NoResult({ list, address }: Pick<CatalogListProps, 'list' | 'address'>) {
  const { search, filters } = address;
  const { countOf } = list;
  const near = useClosestName(search, list.types.data);
  const nearCount = useMemo(() => (near === null ? 0 : countOf(near)), [near, countOf]);
  const isNarrowed = filters.chip !== null || filters.group !== '' || filters.flag !== '';
  if (search === '' && !isNarrowed) {
    return (
      <EmptyState title={NOTHING[filters.show].title}>
        <p>{NOTHING[filters.show].text}</p>
      </EmptyState>
    );
  }
  const isOne = isNarrowed || filters.show !== 'current';
  return (
    <EmptyState
      title={search === '' ? 'No event type matches the filters' : `Nothing matches “${search}”`}
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
      {list.fields.isReading && <p>Schema fields are still loading.</p>}
      {isOne && <p>Filters limit the search.</p>}
    </EmptyState>
  );
}

const NOTHING: Record<CatalogFilter, { readonly title: string; readonly text: string }> = {
  current: { title: 'Every event type is archived', text: 'Choose Archived to find and unarchive one.' },
  flagged: {
    title: 'No event type is flagged',
    text: 'A feature flag hides an event type from customers until you release it.',
  },
  undescribed: { title: 'Every event type has a description', text: 'There is nothing to do here.' },
  archived: {
    title: 'Nothing is archived',
    text: 'Archived event types are hidden from all lists. You can unarchive them here.',
  },
};

/** A user who is still typing wants no suggestion, in milliseconds. */
const PAUSE_MS = 200;

/** The name that was probably meant by a search without results, a moment after it was typed; null until then. */
function useClosestName(search: string, types: readonly ListedEventType[] | undefined): string | null {
  const [near, setNear] = useState<{ readonly search: string; readonly name: string | null } | null>(null);
  useEffect(() => {
    if (!types || search === '') return;
    const stop = new AbortController();
    const names = () => types.map(({ name }) => name);
    const timer = setTimeout(() => {
      void inSlices(closestNameSteps(search, names()), stop.signal).then((name) => {
        if (name !== undefined) setNear({ search, name });
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [search, types]);
  return near?.search === search ? near.name : null;
}
