import { Notice } from '../../../ui/notice';
import { useHealth } from '../../data/use-health';
import styles from './health-notice.module.css';

/** What is wrong with the current instance, above every screen, until it is fixed. */
export function HealthNotice() {
  const { error } = useHealth();
  if (error?.status !== 503) return null;
  return (
    <div className={styles.place}>
      <Notice tone="error" title="The service is not reliable now.">
        {error.detail}
      </Notice>
    </div>
  );
}
