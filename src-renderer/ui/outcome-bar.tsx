import type { StatusText } from '../../src-server/contract/attempt';
import type { EndpointStatsOut } from '../../src-server/contract/endpoint';
import { numberOf } from './number-of';
import styles from './outcome-bar.module.css';
import { Status } from './status';
import { useUiLabels } from './ui-labels';

/** How deliveries ended, as one bar with counts; renders nothing if there are none. */
export function OutcomeBar({ stats }: { readonly stats: EndpointStatsOut }) {
  const { locale } = useUiLabels();
  const parts: readonly (readonly [StatusText, number])[] = [
    ['success', stats.success],
    ['pending', stats.pending],
    ['sending', stats.sending],
    ['fail', stats.fail],
    ['canceled', stats.canceled],
  ];
  const some = parts.filter(([, count]) => count > 0);
  if (some.length === 0) return null;
  return (
    <>
      <div className={styles.bar} aria-hidden>
        {some.map(([status, count]) => (
          <span key={status} className={styles[status]} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul className={styles.legend}>
        {some.map(([status, count]) => (
          <li key={status}>
            <Status status={status} /> {stats.countedSince && '≥ '}
            {numberOf(count, locale)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Whether there is a delivery to show. */
export function hasOutcomes(stats: EndpointStatsOut): boolean {
  return Object.values(stats).some((count) => typeof count === 'number' && count > 0);
}
