import type { ReactNode } from 'react';
import styles from './pane-head.module.css';

interface PaneHeadProps {
  readonly title: string;
  /** How many there are; absent while unknown. */
  readonly count?: number | undefined;
  readonly actions?: ReactNode;
  /** Search and filters, on their own lines. */
  readonly children?: ReactNode;
}

/** The top of a list: its title, count, actions and filters. */
export function PaneHead({ title, count, actions, children }: PaneHeadProps) {
  return (
    <header className={styles.head}>
      <div className={styles.line}>
        <h1 className={styles.title}>
          {title} {count !== undefined && <span className={styles.count}>{count.toLocaleString('en')}</span>}
        </h1>
        {actions}
      </div>
      {children}
    </header>
  );
}
