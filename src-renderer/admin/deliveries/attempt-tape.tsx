import { GridList, GridListItem, type Key, ListLayout, Virtualizer } from 'react-aria-components';
import type { ApplicationOut } from '../../../src-server/contract/application';
import type { LiveAttempt } from '../../../src-server/contract/live-event';
import { classNames } from '../../ui/class-names';
import { NameLockup } from '../../ui/name-lockup';
import { Status } from '../../ui/status';
import { Time } from '../../ui/time';
import styles from './attempt-tape.module.css';

export interface AttemptTapeProps {
  /** Newest first. */
  readonly attempts: readonly LiveAttempt[];
  readonly applications: readonly ApplicationOut[];
  readonly chosenId: string;
  readonly onChoose: (id: string) => void;
}

const ROW_HEIGHT_PX = 30;

/** One line per attempt. Rows never move by themselves but for new ones above; nothing is animated. */
export function AttemptTape({ attempts, applications, chosenId, onChoose }: AttemptTapeProps) {
  const names = new Map(applications.map(({ id, name }) => [id, name]));
  const choose = (keys: 'all' | Set<Key>) => {
    const [key] = keys === 'all' ? [] : keys;
    if (key !== undefined) onChoose(String(key));
  };
  return (
    <div className={styles.frame}>
      <div className={classNames(styles.cells, styles.heads)} aria-hidden>
        <span>Outcome</span>
        <span>Time</span>
        <span>Event type</span>
        <span className={styles.app}>Application</span>
        <span className={styles.host}>Endpoint</span>
        <span className={styles.number}>Code</span>
        <span className={styles.number}>Took</span>
      </div>
      <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: ROW_HEIGHT_PX }}>
        <GridList
          aria-label="Attempts, newest first"
          className={classNames(styles.list)}
          items={attempts}
          dependencies={[applications]}
          selectionMode="single"
          selectionBehavior="replace"
          selectedKeys={chosenId ? [chosenId] : []}
          onSelectionChange={choose}
        >
          {(attempt) => (
            <GridListItem
              id={attempt.id}
              textValue={`${attempt.eventType} ${attempt.statusText}`}
              className={classNames(styles.row)}
            >
              <div className={styles.cells}>
                <Status status={attempt.statusText} />
                <span className={styles.time}>
                  <Time at={attempt.timestamp} as="clock" />
                </span>
                <span className={styles.type}>
                  <NameLockup name={attempt.eventType} />
                </span>
                <span className={styles.app}>{names.get(attempt.appId) ?? attempt.appId}</span>
                <span className={styles.host} title={attempt.url}>
                  {withoutScheme(attempt.url)}
                </span>
                <span className={styles.number}>{attempt.responseStatusCode || 'none'}</span>
                <span className={styles.number}>{attempt.responseDurationMs} ms</span>
              </div>
            </GridListItem>
          )}
        </GridList>
      </Virtualizer>
    </div>
  );
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '');
}
