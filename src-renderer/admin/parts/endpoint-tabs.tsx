import { Link } from 'react-router';
import { classNames } from '../../ui/class-names';
import layout from '../../ui/layout.module.css';
import { useTo } from '../platform/instance';
import styles from './tab-bars.module.css';

/** The parts of the page of an endpoint, without that of its current traffic. */
export const ENDPOINT_TABS = ['overview', 'settings', 'integrate'] as const;

interface EndpointTabsProps {
  readonly appId: string;
  readonly endpointId: string;
  /** Absent: the current traffic. */
  readonly tab?: (typeof ENDPOINT_TABS)[number];
}

/** What happens at an endpoint, its current traffic, its settings, and what its receiver needs. */
export function EndpointTabs({ appId, endpointId, tab }: EndpointTabsProps) {
  const to = useTo();
  const page = to('apps', appId, 'endpoints', endpointId);
  const tabs = [
    { id: 'overview', label: 'Overview', to: page },
    { id: undefined, label: 'Live', to: `${page}/live` },
    { id: 'settings', label: 'Settings', to: `${page}?tab=settings` },
    { id: 'integrate', label: 'Integrate', to: `${page}?tab=integrate` },
  ];
  return (
    <nav className={`${layout.flex} ${layout.gap4} ${layout.underlined}`} aria-label="Endpoint">
      {tabs.map(({ id, label, to }) => (
        <Link
          key={label}
          to={to}
          className={classNames(styles.tab)}
          {...(id === tab ? { 'aria-current': 'page' as const } : {})}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
