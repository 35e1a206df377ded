import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import { Notice } from '../../../ui/notice';
import { useSettings } from '../../data/use-settings';
import styles from '../../parts/settings.module.css';
import { useTo } from '../../platform/instance';
import { SettingItem } from './setting-item';
import { SETTINGS_PAGES } from './settings-pages';
import { useChangedSettings, useResetSetting } from './use-changed-settings';

/** What this browser remembers that is no setting: lists of what was used, widths of panes. */
const REMEMBERED = /^posthorn\.(recents\.|list-width)/;

/** What differs from the default, over all pages, and what this browser remembers. */
export function GeneralSettings() {
  const to = useTo();
  const server = useSettings();
  const changed = useChangedSettings();
  const { reset, isPending, error } = useResetSetting();
  const [forgotten, setForgotten] = useState<number | null>(null);
  const forget = () => {
    const keys = Object.keys(localStorage).filter((key) => REMEMBERED.test(key));
    for (const key of keys) localStorage.removeItem(key);
    setForgotten(keys.length);
  };
  return (
    <section className={styles.section} aria-labelledby="general-settings">
      <header>
        <h2 id="general-settings">General</h2>
        <p className={styles.lead}>
          Everything acts at once and there is nothing to save. A bar at the left edge marks what is not as by
          default.
        </p>
      </header>
      <SettingItem id="changed">
        <h3>What differs from the default</h3>
        {!server.data && server.error && (
          <FailureNotice
            title="The settings of the instance could not be read"
            cause={server.error}
            onRetry={() => void server.refetch()}
          />
        )}
        {changed.length === 0 && server.data && (
          <p className={styles.sub}>Nothing: all is as in a new installation.</p>
        )}
        {changed.length > 0 && (
          <ul className={styles.rows} aria-label="Changed settings">
            {changed.map((entry) => (
              <li key={entry.id}>
                <span className={styles.grow}>
                  <Link
                    className={styles.found}
                    to={`${to('settings', entry.page)}?item=${encodeURIComponent(entry.id)}`}
                  >
                    {entry.label}
                  </Link>
                  <span className={styles.sub}>
                    {SETTINGS_PAGES.find((one) => one.page === entry.page)?.word}
                  </span>
                </span>
                <Button
                  size="small"
                  kind="quiet"
                  aria-label={`Reset: ${entry.label}`}
                  isDisabled={isPending}
                  onPress={() => reset(entry)}
                >
                  Reset
                </Button>
              </li>
            ))}
          </ul>
        )}
        {error && <FailureNotice title="It was not reset" cause={error} />}
      </SettingItem>
      <SettingItem id="forget">
        <h3>What this browser remembers</h3>
        <p className={styles.sub}>
          What the palette was used for last, and how wide panes are. Settings and the log-in stay.
        </p>
        <div>
          <Button onPress={forget}>Forget it</Button>
        </div>
        {forgotten !== null && (
          <Notice tone="done" title={forgotten === 0 ? 'There was nothing to forget.' : 'Forgotten.'} />
        )}
      </SettingItem>
    </section>
  );
}
