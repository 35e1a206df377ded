import { useState } from 'react';
import { LOG_LEVELS, type LogLevelWord, type LogLineOut } from '../../../../src-server/contract/diagnostics';
import { classNames } from '../../../ui/class-names';
import { CopyButton } from '../../../ui/copy-button';
import layout from '../../../ui/layout.module.css';
import { SearchField } from '../../../ui/search-field';
import { Segmented } from '../../../ui/segmented';
import { Switch } from '../../../ui/switch';
import { Time } from '../../../ui/time';
import { Unread } from '../../../ui/unread';
import { useRecentLog } from '../../data/use-service';
import settings from '../../parts/settings.module.css';
import { useAddressValue } from '../../platform/use-address-value';
import styles from './log-settings.module.css';
import { SettingItem } from './setting-item';

const LEVEL_LABELS: Record<LogLevelWord, string> = {
  error: 'Errors',
  warn: 'Warnings',
  info: 'Information',
  debug: 'All',
};

/** The latest log lines of the current server. */
export function LogSettings() {
  const [level, setLevel] = useAddressValue('level');
  const [text, setText] = useAddressValue('text');
  const [follow, setFollow] = useState(true);
  const wanted = LOG_LEVELS.find((known) => known === level) ?? 'debug';
  const log = useRecentLog({ level: wanted, text }, follow);
  const lines = log.data?.lines ?? [];
  return (
    <section className={classNames(settings.section, styles.wide)} aria-labelledby="log-settings">
      <header>
        <h2 id="log-settings">Logs</h2>
        <p className={layout.lead}>
          The last thousand lines, kept in memory, without tokens, secrets and headers. The full log goes to
          standard error, at the level set when the server started.
        </p>
      </header>
      <SettingItem id="log">
        <div className={classNames(layout.rowCenteredWide, styles.bar)}>
          <SearchField label="Search the log" value={text} onChange={setText} />
          <Segmented
            label="Level"
            value={wanted}
            onChange={(next) => setLevel(next === 'debug' ? '' : next)}
            options={LOG_LEVELS.map((value) => ({ value, label: LEVEL_LABELS[value] }))}
          />
          <Switch isSelected={follow} onChange={setFollow}>
            Follow
          </Switch>
          <CopyButton text={lines.map(asText).join('\n')} what="lines" withWord />
        </div>
        <Unread
          what="the log"
          title={
            log.data
              ? 'The instance is not responding. These are earlier lines'
              : 'The log could not be loaded'
          }
          query={log}
        />
        {log.data && (
          <p className={layout.metaWrapping} role="status">
            {inTotal(lines.length, log.data.matching, log.data.kept, log.data.written)}
          </p>
        )}
        {lines.length > 0 && (
          <ol className={styles.lines} aria-label="Lines, newest first">
            {lines.map((line) => (
              <Line key={line.number} line={line} />
            ))}
          </ol>
        )}
      </SettingItem>
    </section>
  );
}

function Line({ line: { at, level, text, fields } }: { readonly line: LogLineOut }) {
  return (
    <li className={`${layout.gridStack2} ${layout.underlined} ${styles.line}`}>
      <span className={layout.muted}>{at && <Time at={at} as="clock" />}</span>
      <span className={classNames(styles.level, styles[level])}>{level}</span>
      <span className={`${layout.breakable} ${styles.text}`}>
        {text} {fields && <code className={layout.muted}>{fields}</code>}
      </span>
    </li>
  );
}

function asText({ at, level, text, fields }: LogLineOut): string {
  return [at ?? '', level, text, fields ?? ''].filter(Boolean).join(' ');
}

function inTotal(shown: number, matching: number, kept: number, written: number): string {
  if (kept === 0) return 'Nothing logged since startup.';
  if (matching === 0) return `None of ${kept} lines match. Choose a lower level or another word.`;
  const gone = written > kept ? `; ${written - kept} older lines are no longer kept` : '';
  return `Showing ${shown} of ${matching}, newest first${gone}.`;
}
