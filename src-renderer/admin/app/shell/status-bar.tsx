import type { HealthOut } from '../../../../src-server/contract/health';
import type { ApiFailure } from '../../../api/api-failure';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { useHealth } from '../../data/use-health';
import { useLive } from '../../platform/instance';
import type { LiveState } from '../../platform/live/live-feed';
import { CONTRIBUTIONS } from '../contributions';
import styles from './status-bar.module.css';
import { TaskStatus } from './task-status';

const LABELS: Record<LiveState['link'], string> = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Connection lost',
};

/** Whether the server is up and healthy, and how much it stores. */
export function StatusBar() {
  const link = useLive((state) => state.link);
  const reason = useLive((state) => state.reason);
  const since = useLive((state) => state.sinceMs);
  const health = useHealth();
  return (
    <footer className={styles.bar} data-pane="">
      <span className={classNames(styles.link, styles[link])} role="status" title={reason ?? ''}>
        <span className={styles.dot} aria-hidden />
        {LABELS[link]}
        {link === 'lost' && ` since ${new Date(since).toLocaleTimeString('en-GB')}, reconnecting`}
      </span>
      <span>{health.isError ? failureMessage(health.error) : healthLabel(health.data)}</span>
      <span className={layout.space} />
      <TaskStatus />
      {CONTRIBUTIONS.map(({ feature, StatusItem }) => StatusItem && <StatusItem key={feature} />)}
    </footer>
  );
}

const failureMessage = ({ status }: ApiFailure): string =>
  status === 503 ? 'Service failing' : 'Service does not answer';

/** @param health undefined: no answer yet */
function healthLabel(health: HealthOut | null | undefined): string {
  if (health === undefined) return 'Checking the service';
  return health?.status === 'degraded' ? `Service degraded: ${health.detail}` : 'Service healthy';
}
