import { LogOut } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { localZone } from '../shared/local-moment';
import { Button } from '../ui/button';
import { classNames } from '../ui/class-names';
import { FailureNotice } from '../ui/failure-notice';
import { keepFocus } from '../ui/keep-focus';
import layout from '../ui/layout.module.css';
import { Notice } from '../ui/notice';
import { useLabels, useLook } from './look/look-context';
import styles from './portal-frame.module.css';
import { PreviewLink } from './preview/preview-link';
import { NotShared } from './session/not-shared';
import { usePortalSession } from './session/portal-session';
import { useIsShared } from './session/use-is-shared';

/** The page around it decides who is logged in, and how high it is. */
const isFramed = window.parent !== window;
/** A session that ends sooner than this shows a notice. */
const SOON_MINUTES = 10;

/** Logo, name, tabs and the current screen. */
export function PortalFrame() {
  const { application, who } = usePortalSession();
  const isShared = useIsShared();
  const { hideNavigation, noGutters, settings } = useLook();
  const labels = useLabels().session;
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(keepFocus, []);
  // A new screen is read from its start, visually and by screen reader; the first one is left alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of screen moves the focus
  useEffect(() => {
    if (first.current) first.current = false;
    else {
      main.current?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
  }, [pathname]);
  const title = labels.titleOf({ application: application.name });
  useEffect(() => {
    document.title = title;
  }, [title]);
  // Updated with the session, once a minute.
  const minutesLeft =
    who.expiresAt === null ? SOON_MINUTES : (Date.parse(who.expiresAt) - Date.now()) / 60_000;
  return (
    <div
      className={classNames(
        layout.column,
        styles.frame,
        !isFramed && styles.whole,
        noGutters && styles.noGutters,
      )}
    >
      <PreviewLink />
      {!hideNavigation && <Head />}
      <main ref={main} tabIndex={-1} className={`${layout.restDown} ${layout.ringless} ${styles.main}`}>
        {minutesLeft < SOON_MINUTES && (
          <div className={styles.endsSoon}>
            <Notice
              tone="warning"
              title={labels.endsSoon({ minutes: Math.max(1, Math.ceil(minutesLeft)) })}
            />
          </div>
        )}
        {isShared(pathname) ? <Outlet /> : <NotShared />}
      </main>
      <footer className={`${layout.ruled} ${layout.line} ${layout.meta} ${styles.foot}`}>
        <span>{labels.zone({ zone: localZone() })}</span>
        {settings.showSvixBrandFooter && <span>{labels.madeBy}</span>}
      </footer>
    </div>
  );
}

function Head() {
  const { application, who, logOut } = usePortalSession();
  const { icon, settings } = useLook();
  const labels = useLabels().session;
  const [failure, setFailure] = useState<unknown>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const isShared = useIsShared();
  const [, page = ''] = useLocation().pathname.split('/');
  // What changed is a page of the catalog.
  const current = page === 'changes' ? '/catalog' : `/${page}`;
  const tabs = [
    { to: '/endpoints', text: labels.tabs.endpoints },
    { to: '/catalog', text: labels.tabs.catalog },
    { to: '/messages', text: labels.tabs.messages },
  ].filter(({ to }) => isShared(to));
  return (
    <header className={`${layout.column} ${layout.underlined} ${layout.paddedTop4}`}>
      <div className={`${layout.line} ${layout.shrinking} ${styles.top}`}>
        {icon && icon !== missing && (
          <img src={icon} alt="" className={styles.logo} onError={() => setMissing(icon)} />
        )}
        <div className={layout.wrapping}>
          {settings.displayName && <p className={layout.meta}>{settings.displayName}</p>}
          <p className={layout.screenTitle}>{application.name}</p>
        </div>
        {who.kind === 'portal' && !isFramed && (
          <Button
            kind="quiet"
            size="small"
            icon={<LogOut aria-hidden />}
            onPress={() => void logOut().catch(setFailure)}
          >
            {labels.logOut}
          </Button>
        )}
      </div>
      <nav className={styles.tabs} aria-label={labels.portal}>
        {tabs.map(({ to, text }) => (
          <Link
            key={to}
            to={to}
            className={`${layout.mutedLink} ${layout.label} ${styles.tab}`}
            aria-current={to === current ? 'page' : undefined}
          >
            {text}
          </Link>
        ))}
      </nav>
      {failure !== null && <FailureNotice title={labels.notLoggedOut} cause={failure} />}
    </header>
  );
}
