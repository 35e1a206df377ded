import { Link } from 'react-router';
import { localTime } from '../../../../src-server/contract/local-time';
import { localZone } from '../../../shared/local-moment';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { useAttention } from '../../data/attention/use-attention';
import { useHealth } from '../../data/use-health';
import { useInstance, useLive, useTo } from '../../platform/instance';
import type { LiveState } from '../../platform/live/live-feed';
import { CONTRIBUTIONS } from '../contributions';
import { serviceLabel } from './service-label';
import styles from './status-bar.module.css';
import { TaskStatus } from './task-status';

const LABELS: Record<LiveState['link'], string> = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Connection lost',
  closed: 'Not live',
};

/** Whether the server is up and healthy, what it works at, and the zone of the times on this page. */
export function StatusBar() {
  const { isFolder, isCopy } = useInstance();
  // A working copy goes on without the instance: that is no failure.
  const link = useLive((state) => state.link);
  const isOffline = isCopy && link === 'lost';
  const reason = useLive((state) => state.reason);
  const since = useLive((state) => state.sinceMs);
  const health = useHealth();
  const to = useTo();
  const { total = 0 } = useAttention();
  const lostCode = useLive((state) => state.code);
  const service = serviceLabel({ isLost: link === 'lost', lostCode, isFailing: total > 0, health });
  return (
    <footer className={`${layout.lineFlat} ${layout.metaNumbers} ${styles.bar}`} data-pane="">
      {!isFolder && (
        <span
          className={classNames(styles.link, styles[isOffline ? 'closed' : link])}
          role="status"
          title={reason ?? ''}
        >
          <span className={styles.dot} aria-hidden />
          {isOffline ? 'Offline' : LABELS[link]}
          {link === 'lost' && ` since ${localTime(since, Date.now())}, reconnecting`}
        </span>
      )}
      {service && !isFolder && <span>{service}</span>}
      {total > 0 && (
        <Link className={layout.failing} to={to('deliveries', 'attention')}>
          {total === 1 ? '1 endpoint needs attention' : `${total} endpoints need attention`}
        </Link>
      )}
      <span className={layout.space} />
      <TaskStatus />
      {CONTRIBUTIONS.map(({ feature, StatusItem }) => StatusItem && <StatusItem key={feature} />)}
      <span>Times in {localZone()}</span>
    </footer>
  );
}
