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
import { CatalogFilters } from './catalog-filters';
import { CatalogList } from './catalog-list';
import { CatalogMenu } from './catalog-menu';
import { SelectBar } from './select-bar';
import { useCatalogAddress, useCatalogList } from './use-catalog-list';
import { useSelection } from './use-selection';

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
  const address = useCatalogAddress();
  const list = useCatalogList(address);
  const selection = useSelection();
  const open = useLayer((state) => state.open);
  const create = () => open('new-event-type');
  useCommand('new', create, 'New event type');
  const types = list.types.data;
  const current = types?.filter((type) => !type.archived).length;
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
                <>
                  <Button size="small" icon={<Plus aria-hidden />} onPress={create}>
                    New
                  </Button>
                  <CatalogMenu
                    types={types}
                    isSelecting={selection.isOn}
                    onSelect={selection.isOn ? selection.end : selection.start}
                  />
                </>
              }
            >
              <SearchField
                label="Search names, descriptions, fields"
                value={address.search}
                onChange={address.setSearch}
              />
              <Segmented label="Show" value={address.show} onChange={address.setShow} options={FILTERS} />
              <CatalogFilters types={types} address={address} />
            </PaneHead>
            <CatalogList list={list} address={address} selection={selection} />
            {selection.isOn && types && (
              <SelectBar types={types} hits={list.hits ?? []} selection={selection} />
            )}
          </>
        }
        detail={<Outlet />}
      />
    </>
  );
}
