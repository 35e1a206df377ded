import { Activity, BookOpen, Boxes, FileInput, Send, Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { classNames } from '../../ui/class-names';
import { useLive, useTo } from './instance';
import styles from './rail.module.css';

/** The places of the product. */
export function Rail() {
  const to = useTo();
  const received = useLive((state) => state.received);
  return (
    <nav className={styles.rail} aria-label="Main" data-pane="">
      <Place to={to('catalog')} icon={<BookOpen aria-hidden />} word="Catalog" />
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
      <span className={styles.space} />
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
