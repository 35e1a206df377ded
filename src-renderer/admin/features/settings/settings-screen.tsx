import { NavLink, Outlet, useLocation } from 'react-router';
import { LOCAL_CONNECTION } from '../../../../src-server/contract/connection';
import { shownAddress } from '../../../../src-server/contract/folder-address';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { SearchField } from '../../../ui/search-field';
import { SearchKeyContext } from '../../../ui/search-key';
import { useConnections } from '../../data/working-copy/use-connections';
import styles from '../../parts/settings.module.css';
import { useInstance, useTo } from '../../platform/instance';
import { useAddressValue } from '../../platform/use-address-value';
import { FoundSettings } from './found-settings';
import { listedPages, SETTINGS_PAGES } from './settings-pages';
import { useChangedSettings } from './use-changed-settings';

const GROUPS = [
  { of: 'computer', title: 'This computer' },
  { of: 'instance', title: 'This instance' },
  { of: 'program', title: 'Posthorn' },
] as const;

/** All settings, and information about the instance. */
export function SettingsScreen() {
  const to = useTo();
  const { isFolder } = useInstance();
  const changed = useChangedSettings();
  const [find, setFind] = useAddressValue('find');
  return (
    <div className={styles.screen}>
      <title>Settings · Posthorn</title>
      <nav
        className={`${layout.stackTight} ${layout.scrolling} ${styles.pages}`}
        aria-label="Settings"
        data-pane=""
      >
        <h1 className={styles.title}>Settings</h1>
        <SearchField label="Search settings" value={find} onChange={setFind} />
        {GROUPS.filter(({ of }) => of !== 'instance' || !isFolder).map(({ of, title }) => (
          <div key={of} className={`${layout.stackTight} ${styles.group}`}>
            <h2 className={styles.groupTitle}>{title}</h2>
            {listedPages()
              .filter((listed) => listed.of === of)
              .map(({ page, word }) => (
                <NavLink
                  key={page}
                  to={to('settings', page)}
                  className={({ isActive }) =>
                    classNames(
                      layout.lineFlat,
                      layout.rounded,
                      styles.page,
                      isActive && find === '' && styles.active,
                    )
                  }
                >
                  {word}
                  <Changed count={changed.filter((entry) => entry.page === page).length} />
                </NavLink>
              ))}
          </div>
        ))}
      </nav>
      <div className={styles.content} data-pane="">
        {find.trim() === '' ? (
          <>
            <WhichInstance />
            {/* The key focuses the search over all settings, so other fields do not offer it. */}
            <SearchKeyContext value={null}>
              <Outlet />
            </SearchKeyContext>
          </>
        ) : (
          <FoundSettings query={find} />
        )}
      </div>
    </div>
  );
}

function Changed({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <span className={styles.count} title={`${count} changed from the default`}>
      <span className="visually-hidden">, changed: </span>
      {count}
    </span>
  );
}

/** On a remote instance, says so above the pages that concern it. */
function WhichInstance() {
  const { id } = useInstance();
  const connections = useConnections();
  const page = useLocation().pathname.split('/').at(-1);
  const of = SETTINGS_PAGES.find((listed) => listed.page === page)?.of;
  const connection = connections.data?.find((listed) => listed.id === id);
  if (id === LOCAL_CONNECTION || of !== 'instance' || !connection) return null;
  return (
    <p className={styles.which} role="note">
      These settings are for <strong>{connection.name}</strong>, {shownAddress(connection.baseUrl)}
    </p>
  );
}
