import { useState } from 'react';
import { Link } from 'react-router';
import { browserStorage } from '../../../ui/browser-storage';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { Notice } from '../../../ui/notice';
import { useSettings } from '../../data/use-settings';
import styles from '../../parts/settings.module.css';
import { useTo } from '../../platform/instance';
import { SettingItem } from './setting-item';
import { SETTINGS_PAGES } from './settings-pages';
import { useChangedSettings, useResetSetting } from './use-changed-settings';

/** Browser data that is not a setting: recent items, pane widths. */
const REMEMBERED = /^posthorn\.(recents\.|list-width)/;

/** Settings that differ from their default, on all pages, and what this browser remembers. */
export function GeneralSettings() {
  const to = useTo();
  const server = useSettings();
  const changed = useChangedSettings();
  const { reset, isPending, error } = useResetSetting();
  const [forgotten, setForgotten] = useState<number | null>(null);
  const forget = () => {
    const keys = Object.keys(browserStorage()).filter((key) => REMEMBERED.test(key));
    for (const key of keys) browserStorage().removeItem(key);
    setForgotten(keys.length);
  };
  return (
    <section className={styles.section} aria-labelledby="general-settings">
      <header>
        <h2 id="general-settings">General</h2>
        <p className={layout.lead}>
          Changes apply at once. A bar at the left edge marks settings that differ from the default.
        </p>
      </header>
      <SettingItem id="changed">
        <h3>Changed from the default</h3>
        {!server.data && server.error && (
          <FailureNotice
            title="The settings of the instance could not be loaded"
            cause={server.error}
            onRetry={() => void server.refetch()}
          />
        )}
        {changed.length === 0 && server.data && (
          <p className={layout.metaWrapping}>Nothing: all settings have their defaults.</p>
        )}
        {changed.length > 0 && (
          <ul className={styles.rows} aria-label="Changed settings">
            {changed.map((entry) => (
              <li key={entry.id}>
                <span className={styles.grow}>
                  <Link
                    className={`${layout.inlineLine} ${layout.target} ${layout.label}`}
                    to={`${to('settings', entry.page)}?item=${encodeURIComponent(entry.id)}`}
                  >
                    {entry.label}
                  </Link>
                  <span className={layout.metaWrapping}>
                    {SETTINGS_PAGES.find((listed) => listed.page === entry.page)?.word}
                  </span>
                </span>
                <Button
                  size="small"
                  kind="quiet"
                  aria-label={`Reset: ${entry.label}`}
                  isDisabled={isPending}
                  needs={entry.server && `PATCH /settings ${entry.server}`}
                  onPress={() => reset(entry)}
                >
                  Reset
                </Button>
              </li>
            ))}
          </ul>
        )}
        {error && <FailureNotice title="The setting was not reset" cause={error} />}
      </SettingItem>
      <SettingItem id="forget">
        <h3>Browser data</h3>
        <p className={layout.metaWrapping}>
          Recent palette entries and pane widths. Clearing them keeps settings and the log-in.
        </p>
        <div>
          <Button onPress={forget}>Clear</Button>
        </div>
        {forgotten !== null && (
          <Notice tone="done" title={forgotten === 0 ? 'Nothing to clear.' : 'Cleared.'} />
        )}
      </SettingItem>
    </section>
  );
}
