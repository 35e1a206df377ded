import { NavLink } from 'react-router';
import { classNames } from '../../ui/class-names';
import layout from '../../ui/layout.module.css';
import { useAttention } from '../data/attention/use-attention';
import { useTo } from '../platform/instance';
import styles from './tab-bars.module.css';

/** What needs a person, the state of each endpoint, what was accepted, what was sent, and what will be. */
export function DeliveriesNav() {
  const to = useTo();
  const { total = 0 } = useAttention();
  return (
    <nav className={`${layout.framed} ${layout.sunken} ${styles.nav}`} aria-label="Deliveries">
      <NavLink to={to('deliveries', 'attention')} className={classNames(styles.link)}>
        Needs attention
        {total > 0 && <span className={styles.count}>{total}</span>}
      </NavLink>
      <NavLink to={to('deliveries', 'live')} className={classNames(styles.link)}>
        Live
      </NavLink>
      <NavLink to={to('deliveries', 'messages')} className={classNames(styles.link)}>
        Messages
      </NavLink>
      <NavLink to={to('deliveries')} end className={classNames(styles.link)}>
        Attempts
      </NavLink>
      <NavLink to={to('deliveries', 'simulator')} className={classNames(styles.link)}>
        Simulator
      </NavLink>
    </nav>
  );
}
