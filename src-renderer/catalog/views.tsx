import type { ReactNode } from 'react';
import styles from './public-catalog.module.css';

interface ViewsProps {
  /** Different for each set of views on a page. */
  readonly group: string;
  readonly views: readonly { readonly title: string; readonly content: ReactNode }[];
}

/** Tabs that need no script: one is open, at first the first one, and opening another closes it. */
export function Views({ group, views }: ViewsProps) {
  return (
    <div className={styles.views}>
      {views.map(({ title, content }, at) => (
        <details key={title} name={group} open={at === 0}>
          <summary>{title}</summary>
          {content}
        </details>
      ))}
    </div>
  );
}
