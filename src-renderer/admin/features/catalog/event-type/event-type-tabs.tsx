import { Link } from 'react-router';
import layout from '../../../../ui/layout.module.css';
import tabs from '../../../parts/tab-bars.module.css';
import { useInstance, useTo } from '../../../platform/instance';

const TABS = [
  { value: 'schema', label: 'Schema' },
  { value: 'example', label: 'Example' },
  { value: 'typescript', label: 'TypeScript' },
  { value: 'usage', label: 'Usage' },
  { value: 'history', label: 'History' },
] as const;

type EventTypeTab = (typeof TABS)[number]['value'];

/** Of a folder, only what its files say. */
function tabsOf(isFolder: boolean) {
  return isFolder ? TABS.slice(0, 2) : TABS;
}

/** The tab in an address; the first if the address has none. */
export function tabIn(value: string, isFolder: boolean): EventTypeTab {
  return tabsOf(isFolder).find((tab) => tab.value === value)?.value ?? 'schema';
}

interface EventTypeTabsProps {
  readonly name: string;
  readonly tab: EventTypeTab;
  /** The unchanged query of the address; it keeps the filters of the list. */
  readonly search: string;
}

/** The views of an event type. */
export function EventTypeTabs({ name, tab, search }: EventTypeTabsProps) {
  const to = useTo();
  const { isFolder } = useInstance();
  const queryFor = (value: EventTypeTab) => {
    const query = new URLSearchParams(search);
    for (const key of ['tab', 'from', 'to', 'as']) query.delete(key);
    if (value !== 'schema') query.set('tab', value);
    return query.size > 0 ? `?${query}` : '';
  };
  return (
    <nav
      className={`${layout.flex} ${layout.wraps} ${layout.gapFlat} ${layout.underlined}`}
      aria-label="Event type"
    >
      {tabsOf(isFolder).map(({ value, label }) => (
        <Link
          key={value}
          to={to('catalog', name) + queryFor(value)}
          className={tabs.tab}
          {...(value === tab ? { 'aria-current': 'page' as const } : {})}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
