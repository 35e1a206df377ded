import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { exactTime, localTime } from '../../src-server/contract/local-time';
import type { SharedPreviewOut } from '../../src-server/contract/share-link';
import layout from '../ui/layout.module.css';
import styles from './share-app.module.css';

interface ShareHeadProps {
  readonly preview: SharedPreviewOut;
  readonly children: ReactNode;
}

/** Who shares what, until when, and that nothing can be changed here. */
export function ShareHead({ preview, children }: ShareHeadProps) {
  const { title, sharedBy, application, expiresAt } = preview;
  const what = title ?? `Webhooks of ${application}`;
  return (
    <header className={`${layout.rowAligned} ${layout.apart} ${styles.head}`}>
      <title>{`${what} · Shared preview`}</title>
      <div className={layout.shrinking}>
        <h1 className={`${layout.screenTitle} ${layout.breakable}`}>{what}</h1>
        <p className={`${layout.wrap} ${layout.muted} ${styles.facts}`}>
          <span>
            {sharedBy === null ? `From ${location.host}` : `Shared by ${sharedBy}`}, as seen by {application}
          </span>
          <span>
            Until{' '}
            <time dateTime={expiresAt} title={exactTime(Date.parse(expiresAt))}>
              {localTime(Date.parse(expiresAt), Date.now())}
            </time>
          </span>
          <span className={`${layout.inlineLine} ${styles.readOnly}`}>
            <Eye aria-hidden /> Read only
          </span>
        </p>
      </div>
      {children}
    </header>
  );
}
