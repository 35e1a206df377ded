import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names';
import layout from './layout.module.css';
import styles from './notice.module.css';
import { useUiLabels } from './ui-labels';

type NoticeTone = 'info' | 'done' | 'warning' | 'error';

const ICONS = { info: Info, done: CircleCheck, warning: TriangleAlert, error: CircleAlert } as const;

interface NoticeProps {
  readonly tone: NoticeTone;
  /** What happened, in one line. */
  readonly title: ReactNode;
  /** What is still safe, the cause, and what to do. */
  readonly children?: ReactNode;
  /** Buttons, such as Retry. */
  readonly actions?: ReactNode;
}

/** A message about something that happened here. Errors interrupt a screen reader, other tones wait their turn. */
export function Notice({ tone, title, children, actions }: NoticeProps) {
  const Icon = ICONS[tone];
  const labels = useUiLabels();
  return (
    <div className={classNames(styles.notice, styles[tone])} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon className={styles.icon} aria-hidden />
      <div className={styles.body}>
        <p className={layout.label}>
          <span className="visually-hidden">{labels.tones[tone]}: </span>
          {title}
        </p>
        {children && <div className={styles.text}>{children}</div>}
      </div>
      {actions && <div className={layout.row}>{actions}</div>}
    </div>
  );
}
