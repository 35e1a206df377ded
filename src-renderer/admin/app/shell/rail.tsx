import {
  Activity,
  BookOpen,
  Boxes,
  Columns2,
  GitCompare,
  Globe,
  LayoutDashboard,
  Send,
  Settings,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { type Need, useRefusal } from '../../../ui/needs/needs';
import { useAttention } from '../../data/attention/use-attention';
import { useInstance, useTo } from '../../platform/instance';
import styles from './frame.module.css';

/** The places of the product. */
export function Rail() {
  const to = useTo();
  const { isCopy, isFolder } = useInstance();
  const { total = 0 } = useAttention();
  return (
    <nav className={`${layout.stackTight} ${layout.padded2} ${styles.rail}`} aria-label="Main" data-pane="">
      <Place
        needs="GET /overview"
        to={to()}
        roots={[]}
        icon={<LayoutDashboard aria-hidden />}
        word="Overview"
      />
      {/* What the number counts is there, and not on the page of attempts. */}
      <Place
        needs="GET /fleet/attempt"
        to={total > 0 ? to('deliveries', 'attention') : to('deliveries')}
        roots={[to('deliveries')]}
        icon={<Activity aria-hidden />}
        word="Deliveries"
      >
        {total > 0 && (
          <span className={styles.count}>
            {total}
            <span className="visually-hidden">
              {total === 1 ? ' endpoint needs attention' : ' endpoints need attention'}
            </span>
          </span>
        )}
      </Place>
      {!isFolder && <Place to={to('apps')} icon={<Boxes aria-hidden />} word="Applications" />}
      <Place
        to={to('catalog')}
        roots={[to('catalog'), to('import'), to('releases')]}
        icon={<BookOpen aria-hidden />}
        word="Catalog"
      />
      {isCopy && <Place to={to('changes')} icon={<GitCompare aria-hidden />} word="Changes" />}
      <Place to={to('preview')} icon={<Columns2 aria-hidden />} word="Portal preview" />
      {!isFolder && <Place to={to('public')} icon={<Globe aria-hidden />} word="Public catalog" />}
      <Place needs="POST /app/{app}/msg" to={to('send')} icon={<Send aria-hidden />} word="Send a message" />
      <span className={layout.space} />
      <Place to={to('settings')} icon={<Settings aria-hidden />} word="Settings" />
    </nav>
  );
}

interface PlaceProps {
  /** What the place is about: it is left out where the token may not do that. */
  readonly needs?: Need;
  readonly to: string;
  /** The addresses below which all belongs to this place. Absent: that of the link. */
  readonly roots?: readonly string[];
  readonly icon: ReactNode;
  readonly word: string;
  readonly children?: ReactNode;
}

function Place({ needs, to, roots = [to], icon, word, children }: PlaceProps) {
  const { pathname } = useLocation();
  const refusal = useRefusal(needs);
  if (refusal !== null) return null;
  const isHere = pathname === to || roots.some((root) => `${pathname}/`.startsWith(`${root}/`));
  return (
    <Link
      to={to}
      title={word}
      className={classNames(layout.lineFlat, layout.insetRing, styles.place, isHere && styles.active)}
      aria-current={isHere ? 'page' : undefined}
    >
      {icon}
      <span className={styles.railWord}>{word}</span>
      {children}
    </Link>
  );
}
