import {
  Activity,
  BookOpen,
  Boxes,
  Columns2,
  FileInput,
  GitCompare,
  Globe,
  Send,
  Settings,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { NavLink } from 'react-router';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { useInstance, useTo } from '../../platform/instance';
import styles from './rail.module.css';

/** The places of the product. */
export function Rail() {
  const to = useTo();
  const { isCopy } = useInstance();
  const received = useReceived();
  return (
    <nav className={styles.rail} aria-label="Main" data-pane="">
      <Place to={to('catalog')} icon={<BookOpen aria-hidden />} word="Catalog" />
      {isCopy && <Place to={to('changes')} icon={<GitCompare aria-hidden />} word="Changes" />}
      <Place to={to('import')} icon={<FileInput aria-hidden />} word="Import" />
      <Place to={to('apps')} icon={<Boxes aria-hidden />} word="Applications" />
      <Place to={to('send')} icon={<Send aria-hidden />} word="Send a message" />
      <Place to={to('deliveries')} icon={<Activity aria-hidden />} word="Deliveries">
        {received > 0 && (
          <span className={styles.count} title="Attempts since this page was opened">
            {received > 9999 ? '9999+' : received}
          </span>
        )}
      </Place>
      <Place to={to('preview')} icon={<Columns2 aria-hidden />} word="Portal preview" />
      <Place to={to('public')} icon={<Globe aria-hidden />} word="Public page" />
      <span className={layout.space} />
      <Place to={to('settings')} icon={<Settings aria-hidden />} word="Settings" />
    </nav>
  );
}

interface PlaceProps {
  readonly to: string;
  readonly icon: ReactNode;
  readonly word: string;
  readonly children?: ReactNode;
}

function Place({ to, icon, word, children }: PlaceProps) {
  return (
    <NavLink
      to={to}
      title={word}
      className={({ isActive }) => classNames(styles.place, isActive && styles.active)}
    >
      {icon}
      <span className={styles.word}>{word}</span>
      {children}
    </NavLink>
  );
}

/** The number of attempts so far, updated once a second: each change costs a layout, and nobody reads faster. */
function useReceived(): number {
  const { live } = useInstance();
  const [received, setReceived] = useState(() => live.getState().received);
  useEffect(() => {
    const timer = setInterval(() => setReceived(live.getState().received), 1000);
    return () => clearInterval(timer);
  }, [live]);
  return received;
}
