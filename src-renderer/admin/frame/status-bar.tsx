import { useQuery } from '@tanstack/react-query';
import { classNames } from '../../ui/class-names';
import { useEventTypes } from '../catalog/use-catalog';
import type { LiveState } from '../live/live-feed';
import { TaskStatus } from '../tasks/task-status';
import { useInstance, useLive } from './instance';
import styles from './status-bar.module.css';

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
  const { id, api } = useInstance();
  const health = useQuery({
    queryKey: [id, 'health'],
    queryFn: ({ signal }) => api.get<unknown>('/health', {}, signal).then((answer) => answer ?? null),
    refetchInterval: 10_000,
  });
  const types = useEventTypes();
  const current = types.data?.filter((type) => !type.archived).length;
  return (
    <footer className={styles.bar} data-pane="">
      <span className={classNames(styles.link, styles[link])} role="status" title={reason ?? ''}>
        <span className={styles.dot} aria-hidden />
        {WORDS[link]}
        {link === 'lost' && ` since ${new Date(since).toLocaleTimeString('en-GB')}, trying again`}
      </span>
      <span>
        {health.isError
          ? 'Service does not answer'
          : health.isSuccess
            ? 'Service healthy'
            : 'Asking the service'}
      </span>
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
