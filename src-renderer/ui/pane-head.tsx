import type { ReactNode } from 'react';
import layout from './layout.module.css';
import styles from './pane-splitter.module.css';

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
    <header className={`${layout.column} ${layout.underlined} ${styles.head}`}>
      <div className={`${layout.line2} ${layout.target}`}>
        <h1 className={`${layout.space} ${layout.screenTitle}`}>
          {title}{' '}
          {count !== undefined && (
            <span className={`${layout.optional} ${layout.numbers} ${styles.count}`}>
              {count.toLocaleString('en')}
            </span>
          )}
        </h1>
        {actions}
      </div>
      {children}
    </header>
  );
}
