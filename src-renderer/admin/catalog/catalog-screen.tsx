import { Plus } from 'lucide-react';
import { Outlet, useParams } from 'react-router';
import { Button } from '../../ui/button';
import { SearchField } from '../../ui/search-field';
import { Segmented } from '../../ui/segmented';
import { useCommand } from '../commands/command-store';
import { useLayer } from '../commands/layer-store';
import { useTo } from '../frame/instance';
import { ListDetail } from '../frame/list-detail';
import { PaneHead } from '../frame/pane-head';
import { useAddressValue } from '../frame/use-address-value';
import { CatalogList } from './catalog-list';
import type { CatalogFilter } from './filter-event-types';
import { useEventTypes } from './use-catalog';

const FILTERS = [
  { value: 'current', label: 'Current' },
  { value: 'flagged', label: 'Flagged' },
  { value: 'undescribed', label: 'No description' },
  { value: 'archived', label: 'Archived' },
] as const;

/** All event types, and the chosen one beside them. */
export function CatalogScreen() {
  const { name } = useParams();
  const to = useTo();
  const types = useEventTypes();
  const [search, setSearch] = useAddressValue('q');
  const [show, setShow] = useAddressValue('show');
  const open = useLayer((state) => state.open);
  const create = () => open('new-event-type');
  useCommand('new', create, 'New event type');
  const filter: CatalogFilter = FILTERS.find(({ value }) => value === show)?.value ?? 'current';
  const current = types.data?.filter((type) => !type.archived).length;
  return (
    <>
      <title>{name ? `${name} · Catalog · Posthorn` : 'Catalog · Posthorn'}</title>
      <ListDetail
        label="Event types"
        chosen={name !== undefined}
        backTo={to('catalog')}
        list={
          <>
            <PaneHead
              title="Event types"
              count={current}
              actions={
                <Button size="small" icon={<Plus aria-hidden />} onPress={create}>
                  New
                </Button>
              }
            >
              <SearchField label="Search names and descriptions" value={search} onChange={setSearch} />
              <Segmented
                label="Show"
                value={filter}
                onChange={(value) => setShow(value === 'current' ? '' : value)}
                options={FILTERS}
              />
            </PaneHead>
            <CatalogList
              types={types}
              search={search}
              filter={filter}
              onClear={() => setSearch('')}
              onSearch={setSearch}
            />
          </>
        }
        detail={<Outlet />}
      />
    </>
  );
}
