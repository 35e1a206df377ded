import { NavLink } from 'react-router';
import { classNames } from '../../ui/class-names';
import layout from '../../ui/layout.module.css';
import { useTo } from '../platform/instance';
import styles from './tab-bars.module.css';

/** The two pages of an endpoint: its definition, and its current traffic. */
export function EndpointTabs({ appId, endpointId }: { readonly appId: string; readonly endpointId: string }) {
  const to = useTo();
  return (
    <nav className={`${layout.flex} ${layout.gap4} ${layout.underlined}`} aria-label="Endpoint">
      <NavLink to={to('apps', appId, 'endpoints', endpointId)} end className={classNames(styles.tab)}>
        Overview
      </NavLink>
      <NavLink to={to('apps', appId, 'endpoints', endpointId, 'live')} className={classNames(styles.tab)}>
        Live
      </NavLink>
    </nav>
  );
}
