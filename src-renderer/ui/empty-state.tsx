import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import layout from './layout.module.css';

interface EmptyStateProps {
  readonly title: string;
  /** What this place is for, in a sentence or two. */
  readonly children?: ReactNode;
  /** One main action, perhaps a second one. */
  readonly actions?: ReactNode;
  /** A ghost of the content to come. */
  readonly ghost?: ReactNode;
}

/** An empty place: what it is for and what to do next. */
export function EmptyState({ title, children, actions, ghost }: EmptyStateProps) {
  return (
    <div className={`${layout.stack2} ${layout.top} ${styles.empty}`}>
      {ghost && (
        <div className={styles.ghost} aria-hidden>
          {ghost}
        </div>
      )}
      <h2 className={layout.screenTitle}>{title}</h2>
      {children && <div className={`${layout.stack2} ${layout.muted} ${layout.breakable}`}>{children}</div>}
      {actions && <div className={`${layout.row} ${layout.below2}`}>{actions}</div>}
    </div>
  );
}
