import { useEffect, useRef } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import styles from './portal-frame.module.css';
import { usePortalSession } from './session/portal-session';

const TABS = [
  { to: '/catalog', words: 'Event catalog' },
  { to: '/endpoints', words: 'Endpoints' },
  { to: '/messages', words: 'Messages' },
] as const;

/** Name, tabs and the current screen. */
export function PortalFrame() {
  const { application } = usePortalSession();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  // A new screen is read from its start, by eye and by screen reader; the first one is left as it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of screen moves the focus
  useEffect(() => {
    if (first.current) first.current = false;
    else {
      main.current?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
  }, [pathname]);
  useEffect(() => {
    document.title = `${application.name} webhooks`;
  }, [application.name]);
  return (
    <div className={styles.frame}>
      <header className={styles.head}>
        <p className={styles.applicationName}>{application.name}</p>
        <nav className={styles.tabs} aria-label="Webhooks">
          {TABS.map(({ to, words }) => (
            <NavLink key={to} to={to} className={styles.tab ?? ''}>
              {words}
            </NavLink>
          ))}
        </nav>
      </header>
      <main ref={main} tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
    </div>
  );
}
