import { Link } from 'react-router';
import { EmptyState } from '../../../ui/empty-state';
import layout from '../../../ui/layout.module.css';
import styles from '../../parts/settings.module.css';
import { useTo } from '../../platform/instance';
import { findSettings } from './setting-entries';
import { SETTINGS_PAGES, type SettingsPageName } from './settings-pages';
import { useChangedSettings } from './use-changed-settings';

const wordOf = (page: SettingsPageName) =>
  SETTINGS_PAGES.find((listed) => listed.page === page)?.word ?? page;

/** The results of the search over all settings, each linked to its place. */
export function FoundSettings({ query }: { readonly query: string }) {
  const to = useTo();
  const found = findSettings(query, wordOf);
  const changed = useChangedSettings();
  if (found.length === 0) {
    return (
      <EmptyState title={`No setting is called “${query.trim()}”`}>
        Try a related word, such as <em>retry</em>, <em>dark</em>, <em>backup</em> or <em>port</em>.
      </EmptyState>
    );
  }
  return (
    <section className={styles.section} aria-labelledby="found-settings">
      <header>
        <h2 id="found-settings">
          {found.length === 1 ? '1 setting' : `${found.length} settings`} with “{query.trim()}”
        </h2>
      </header>
      <ul className={styles.rows} aria-label="Matching settings">
        {found.map(({ id, page, label }) => (
          <li key={id}>
            <span className={styles.grow}>
              <Link
                className={`${layout.inlineLine} ${layout.target} ${layout.label}`}
                to={`${to('settings', page)}?item=${encodeURIComponent(id)}`}
              >
                {label}
              </Link>
              <span className={layout.metaWrapping}>
                {wordOf(page)}
                {changed.some((entry) => entry.id === id) && ', changed'}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
