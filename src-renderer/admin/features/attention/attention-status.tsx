import { Link } from 'react-router';
import { useAttention } from '../../data/use-attention';
import { useTo } from '../../platform/instance';
import styles from './attention-status.module.css';

/** How many endpoints fail, in the status bar; nothing while none does. */
export function AttentionStatus() {
  const to = useTo();
  const { total = 0 } = useAttention();
  if (total === 0) return null;
  return (
    <Link className={styles.link} to={to('deliveries', 'attention')}>
      {total === 1 ? '1 endpoint failing' : `${total} endpoints failing`}
    </Link>
  );
}
