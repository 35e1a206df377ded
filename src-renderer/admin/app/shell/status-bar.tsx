import type { HealthOut } from '../../../../src-server/contract/health';
import type { ApiFailure } from '../../../api/api-failure';
import { classNames } from '../../../ui/class-names';
import { useEventTypes } from '../../data/use-catalog';
import { useHealth } from '../../data/use-health';
import { useLive } from '../../platform/instance';
import type { LiveState } from '../../platform/live/live-feed';
import styles from './status-bar.module.css';
import { TaskStatus } from './task-status';

const WORDS: Record<LiveState['link'], string> = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Connection lost',
};

/** Is it there, is it well, and how much does it hold. */
export function StatusBar() {
  const link = useLive((state) => state.link);
  const reason = useLive((state) => state.reason);
  const since = useLive((state) => state.sinceMs);
  const health = useHealth();
  const types = useEventTypes();
  const current = types.data?.filter((type) => !type.archived).length;
  return (
    <footer className={styles.bar} data-pane="">
      <span className={classNames(styles.link, styles[link])} role="status" title={reason ?? ''}>
        <span className={styles.dot} aria-hidden />
        {WORDS[link]}
        {link === 'lost' && ` since ${new Date(since).toLocaleTimeString('en-GB')}, trying again`}
      </span>
      <span>{health.isError ? failureWords(health.error) : healthWords(health.data)}</span>
      <span className={styles.space} />
      <TaskStatus />
      {current !== undefined && (
        <span className={styles.count}>
          {current} event {current === 1 ? 'type' : 'types'}
        </span>
      )}
    </footer>
  );
}

const failureWords = ({ status }: ApiFailure): string =>
  status === 503 ? 'Service failing' : 'Service does not answer';

/** @param health undefined: not answered yet */
function healthWords(health: HealthOut | null | undefined): string {
  if (health === undefined) return 'Asking the service';
  return health?.status === 'degraded' ? `Service degraded: ${health.detail}` : 'Service healthy';
}
