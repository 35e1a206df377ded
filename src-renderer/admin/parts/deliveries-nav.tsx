import { NavLink } from 'react-router';
import { classNames } from '../../ui/class-names';
import { useTo } from '../platform/instance';
import styles from './deliveries-nav.module.css';

/** The state of each endpoint, what was accepted, what was sent, and what will be. */
export function DeliveriesNav() {
  const to = useTo();
  return (
    <nav className={styles.nav} aria-label="Deliveries">
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
