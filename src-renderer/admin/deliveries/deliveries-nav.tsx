import { NavLink } from 'react-router';
import { classNames } from '../../ui/class-names';
import { useTo } from '../frame/instance';
import styles from './deliveries-nav.module.css';

/** The two ways to look at deliveries: how each endpoint is doing, and what was sent. */
export function DeliveriesNav() {
  const to = useTo();
  return (
    <nav className={styles.nav} aria-label="Deliveries">
      <NavLink to={to('deliveries', 'live')} className={classNames(styles.link)}>
        Live
      </NavLink>
      <NavLink to={to('deliveries')} end className={classNames(styles.link)}>
        Messages
      </NavLink>
    </nav>
  );
}
