import { Link } from 'react-router';
import { POLLING_WORDS } from '../../../shared/polling/polling-words';
import layout from '../../../ui/layout.module.css';
import { Status } from '../../../ui/status';
import type { SilentPoller } from '../../data/attention/silent-pollers';
import styles from './attention-row.module.css';
import { silentSentence } from './silent-sentence';

interface SilentRowProps {
  readonly poller: SilentPoller;
  /** Where its name leads to. Absent: the list opens rows. */
  readonly to?: string;
}

/** A polling endpoint that somebody has stopped polling. Its parts, without an element around them. */
export function SilentRow({ poller, to }: SilentRowProps) {
  return (
    <>
      <span>
        <Status status="pending" word={POLLING_WORDS.states.silent} />
      </span>
      <span className={`${layout.grid} ${layout.wrapping} ${styles.text}`}>
        <span className={styles.name}>
          <b>{to === undefined ? poller.name : <Link to={to}>{poller.name}</Link>}</b>
          <span className={styles.app}>{poller.appName}</span>
        </span>
        <span data-testid="attention-sentence">{silentSentence(poller, Date.now())}</span>
      </span>
    </>
  );
}
