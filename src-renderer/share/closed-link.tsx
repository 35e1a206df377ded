import { Link2Off } from 'lucide-react';
import type { ReactNode } from 'react';
import layout from '../ui/layout.module.css';
import styles from './share-app.module.css';

/** Why there is nothing to see. */
export function ClosedLink({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className={`${layout.muted} ${styles.closed}`}>
      <title>{title}</title>
      <Link2Off className={styles.closedIcon} aria-hidden />
      <h1>{title}</h1>
      {children}
    </main>
  );
}
