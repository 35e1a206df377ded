import { Plus } from 'lucide-react';
import { memo, startTransition, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Outlet, useParams } from 'react-router';
import { Button } from '../../../ui/button';
import { PaneHead } from '../../../ui/pane-head';
import { SearchField } from '../../../ui/search-field';
import { Segmented } from '../../../ui/segmented';
import { useCommand } from '../../platform/commands/command-store';
import { useLayer } from '../../platform/commands/layer-store';
import { useTo } from '../../platform/instance';
import { ListDetail } from '../../platform/list-detail';
import { useWhenMay } from '../../platform/use-when-may';
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

interface ShowProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Which part of the catalog is listed. */
const Show = memo(function Show({ value, onChange }: ShowProps) {
  return <Segmented label="Show" value={value} onChange={onChange} options={FILTERS} />;
});

/** All event types, with the chosen one next to them. */
export function CatalogScreen() {
  const { name } = useParams();
  const to = useTo();
  const address = useCatalogAddress();
  const { filters } = address;
  const list = useCatalogList(address);
  const selection = useSelection();
  const open = useLayer((state) => state.open);
  const when = useWhenMay();
  const create = () => open('new-event-type');
  useCommand('new', when('POST /event-type', create), 'New event type');
  const types = list.types.data;
  const current = useMemo(() => types?.filter((type) => !type.archived).length, [types]);
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
                  <Button size="small" icon={<Plus aria-hidden />} needs="POST /event-type" onPress={create}>
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
              <CatalogSearch value={address.search} onChange={address.setSearch} />
              <Show value={filters.show} onChange={filters.setShow} />
              <CatalogFilters types={types} filters={filters} />
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

interface CatalogSearchProps {
  readonly value: string;
  readonly onChange: (search: string) => void;
}

/** The search box of the catalog. A letter renders only the box; the list follows as time allows. */
const CatalogSearch = memo(function CatalogSearch({ value, onChange }: CatalogSearchProps) {
  const [text, setText] = useState(value);
  /** The last typed value. A different value came from elsewhere: a link, or a button that clears the search. */
  const typed = useRef(value);
  useLayoutEffect(() => {
    if (value === typed.current) return;
    typed.current = value;
    setText(value);
  }, [value]);
  return (
    <SearchField
      label="Search names, descriptions, fields"
      value={text}
      onChange={(next) => {
        typed.current = next;
        setText(next);
        startTransition(() => onChange(next));
      }}
    />
  );
});
