import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { EventTypeOut } from '../../../src-server/contract/event-type';
import { groupEventTypes } from '../../event-types/group-event-types';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { FailureNotice } from '../../ui/failure-notice';
import { LinkButton } from '../../ui/link-button';
import { Skeleton } from '../../ui/skeleton';
import { useTo } from '../frame/instance';
import { CatalogTree } from './catalog-tree';
import { closestName } from './closest-name';
import { type CatalogFilter, filterEventTypes } from './filter-event-types';

export interface CatalogListProps {
  readonly types: UseQueryResult<EventTypeOut[]>;
  readonly search: string;
  readonly filter: CatalogFilter;
  readonly onClear: () => void;
  readonly onSearch: (search: string) => void;
}

/** The tree of event types in each of its states. */
export function CatalogList({ types, search, filter, onClear, onSearch }: CatalogListProps) {
  const to = useTo();
  const all = types.data;
  const groups = useMemo(
    () => groupEventTypes(filterEventTypes(all ?? [], search, filter)),
    [all, search, filter],
  );
  if (!all) {
    if (types.isPending) return <Skeleton what="the catalog" rows={12} />;
    return (
      <FailureNotice
        title="The catalog could not be read"
        cause={types.error}
        onRetry={() => void types.refetch()}
      />
    );
  }
  if (groups.length > 0) return <CatalogTree groups={groups} expandAll={search !== ''} />;
  if (all.length === 0) {
    return (
      <EmptyState
        title="No event types yet"
        actions={
          <LinkButton to={to('import')} kind="primary">
            Import from OpenAPI
          </LinkButton>
        }
      >
        <p>An event type names one kind of message, such as invoice.paid. Customers choose from these.</p>
      </EmptyState>
    );
  }
  if (search === '') {
    return (
      <EmptyState title={NOTHING[filter].title}>
        <p>{NOTHING[filter].text}</p>
      </EmptyState>
    );
  }
  const near = closestName(
    search,
    all.map((type) => type.name),
  );
  return (
    <EmptyState
      title={`Nothing matches “${search}”`}
      actions={
        <>
          {near && <Button onPress={() => onSearch(near)}>Search for {near}</Button>}
          <Button onPress={onClear}>Clear the search</Button>
        </>
      }
    >
      {near && <p>Did you mean {near}?</p>}
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
