import { Plus } from 'lucide-react';
import { GridList, GridListItem, type Key } from 'react-aria-components';
import { Outlet, useLocation, useNavigate, useParams } from 'react-router';
import type { ApplicationOut } from '../../../../src-server/contract/application';
import type { ApplicationOverviewOut } from '../../../../src-server/contract/fleet';
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
import { useMay } from '../../platform/use-may';
import { withText } from './application-order';
import styles from './applications-screen.module.css';

/** All applications, with the chosen one next to them. */
export function ApplicationsScreen() {
  const may = useMay();
  const { appId } = useParams();
  const to = useTo();
  const applications = useApplications();
  const [search, setSearch] = useAddressValue('q');
  const open = useLayer((state) => state.open);
  const create = () => open('new-application');
  useCommand('new', create, 'New application');
  return (
    <>
      <title>Applications · Posthorn</title>
      <ListDetail
        label="Applications"
        chosen={appId !== undefined}
        backTo={to('apps')}
        list={
          <>
            <PaneHead
              title="Applications"
              count={applications.data?.length}
              actions={
                <Button
                  size="small"
                  icon={<Plus aria-hidden />}
                  isDisabled={!may('POST /app')}
                  onPress={create}
                >
                  New
                </Button>
              }
            >
              <SearchField label="Search applications" value={search} onChange={setSearch} />
            </PaneHead>
            {!applications.data && <Unread what="the applications" query={applications} />}
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
  const overviews = useOverviews().data;
  const shown = withText(applications, search);
  if (applications.length > 0 && shown.length === 0) {
    return (
      <EmptyState
        title={`Nothing matches “${search}”`}
        actions={<Button onPress={onClear}>Clear the search</Button>}
      />
    );
  }
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
      dependencies={[overviews]}
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
          <Trouble overview={overviews?.get(application.id)} />
          <span className={`${layout.fixed} ${layout.metaNumbers} ${styles.limit}`}>
            {application.rateLimit === null ? 'no limit' : `${application.rateLimit}/s`}
          </span>
        </GridListItem>
      )}
    </GridList>
  );
}

/** What the table says where there is room for it. */
function Trouble({ overview }: { readonly overview: ApplicationOverviewOut | undefined }) {
  if (!overview || overview.failing + overview.held === 0) return null;
  return (
    <span className={styles.trouble}>
      {overview.failing > 0 && (
        <span className={layout.failing}>{overview.failing.toLocaleString('en')} failing</span>
      )}
      {overview.held > 0 && <span className={layout.waiting}>{overview.held.toLocaleString('en')} held</span>}
    </span>
  );
}
