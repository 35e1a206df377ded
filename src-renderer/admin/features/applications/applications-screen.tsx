import { Plus } from 'lucide-react';
import { GridList, GridListItem, type Key } from 'react-aria-components';
import { Outlet, useLocation, useNavigate, useParams } from 'react-router';
import type { ApplicationOut } from '../../../../src-server/contract/application';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import { EmptyState } from '../../../ui/empty-state';
import layout from '../../../ui/layout.module.css';
import { PaneHead } from '../../../ui/pane-head';
import { SearchField } from '../../../ui/search-field';
import { Unread } from '../../../ui/unread';
import { useApplications } from '../../data/use-applications';
import { useOverviews } from '../../data/use-overviews';
import { useCommand } from '../../platform/commands/command-store';
import { useLayer } from '../../platform/commands/layer-store';
import { useTo } from '../../platform/instance';
import { ListDetail } from '../../platform/list-detail';
import { useAddressValue } from '../../platform/use-address-value';
import { useWhenMay } from '../../platform/use-when-may';
import { shownRows, withText } from './application-order';
import styles from './applications-screen.module.css';

/** All applications: a table of the full width, or a list with the chosen one next to it. */
export function ApplicationsScreen() {
  const { appId } = useParams();
  const when = useWhenMay();
  const to = useTo();
  const navigate = useNavigate();
  const applications = useApplications();
  const overviews = useOverviews().data;
  const [search, setSearch] = useAddressValue('q');
  const [sort] = useAddressValue('sort');
  const open = useLayer((state) => state.open);
  const create = () => open('new-application');
  useCommand('new', when('POST /app', create), 'New application');
  const openFirst = (text: string) => {
    const [first] = shownRows(applications.data ?? [], overviews, { search: text, sort });
    if (first) void navigate(to('apps', first.application.id));
  };
  const unread = !applications.data && <Unread what="the applications" query={applications} />;
  const searchField = (
    <SearchField label="Search applications" value={search} onChange={setSearch} onSubmit={openFirst} />
  );
  const add = (
    <Button size="small" icon={<Plus aria-hidden />} needs="POST /app" onPress={create}>
      New
    </Button>
  );
  if (appId === undefined) {
    return (
      <section className={layout.screen} aria-label="Applications" data-pane="">
        <title>Applications · Posthorn</title>
        <header className={layout.screenHead}>
          <h1 className={layout.screenTitle}>
            Applications <span className={layout.count}>{applications.data?.length}</span>
          </h1>
          {searchField}
          <span className={layout.end}>{add}</span>
        </header>
        {unread}
        {applications.data && applications.data.length > 0 && noMatch(applications.data, search) ? (
          <NoMatch search={search} onClear={() => setSearch('')} />
        ) : (
          <Outlet />
        )}
      </section>
    );
  }
  return (
    <>
      <title>Applications · Posthorn</title>
      <ListDetail
        label="Applications"
        chosen
        backTo={to('apps')}
        list={
          <>
            <PaneHead title="Applications" count={applications.data?.length} actions={add}>
              {searchField}
            </PaneHead>
            {unread}
            {applications.data && (
              <List applications={applications.data} search={search} onClear={() => setSearch('')} />
            )}
          </>
        }
        detail={<Outlet />}
      />
    </>
  );
}

function noMatch(applications: readonly ApplicationOut[], search: string): boolean {
  return withText(applications, search).length === 0;
}

function NoMatch({ search, onClear }: Pick<ListProps, 'search' | 'onClear'>) {
  return (
    <EmptyState
      title={`Nothing matches “${search}”`}
      actions={<Button onPress={onClear}>Clear the search</Button>}
    />
  );
}

interface ListProps {
  readonly applications: readonly ApplicationOut[];
  readonly search: string;
  readonly onClear: () => void;
}

function List({ applications, search, onClear }: ListProps) {
  const { appId } = useParams();
  const address = useLocation();
  const to = useTo();
  const navigate = useNavigate();
  const shown = withText(applications, search);
  if (applications.length > 0 && shown.length === 0) return <NoMatch search={search} onClear={onClear} />;
  const open = (keys: 'all' | Set<Key>) => {
    const [key] = keys === 'all' ? [] : keys;
    if (key !== undefined)
      void navigate(to('apps', String(key)) + address.search, { replace: appId !== undefined });
  };
  if (applications.length === 0) return null;
  return (
    <GridList
      aria-label="Applications"
      className={classNames(layout.scroller)}
      items={shown}
      selectionMode="single"
      selectionBehavior="replace"
      disallowEmptySelection
      selectedKeys={appId ? [appId] : []}
      onSelectionChange={open}
    >
      {(application) => (
        <GridListItem
          id={application.id}
          textValue={application.name}
          className={classNames(layout.line2, layout.hovered, styles.row)}
        >
          <span className={layout.cutName}>{application.name}</span>
          {application.uid && (
            <code className={`${layout.muted} ${layout.cut} ${layout.size11}`}>{application.uid}</code>
          )}
          <span className={`${layout.fixed} ${layout.metaNumbers} ${layout.end}`}>
            {application.rateLimit === null ? 'no limit' : `${application.rateLimit}/s`}
          </span>
        </GridListItem>
      )}
    </GridList>
  );
}
