import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names';
import { LinkButton } from '../../ui/link-button';
import styles from './list-detail.module.css';

export interface ListDetailProps {
  /** What the list holds, for its landmark. */
  readonly label: string;
  readonly list: ReactNode;
  readonly detail: ReactNode;
  /** True when something is chosen: on a narrow window the detail then takes the list's place. */
  readonly chosen: boolean;
  /** Address of the list alone, for the way back on a narrow window. */
  readonly backTo: string;
}

/** Two panes: what there is, and the one that is chosen. */
export function ListDetail({ label, list, detail, chosen, backTo }: ListDetailProps) {
  return (
    <div className={classNames(styles.panes, chosen && styles.chosen)}>
      <section className={styles.list} aria-label={label}>
        {list}
      </section>
      <div className={styles.detail}>
        {chosen && (
          <div className={styles.back}>
            <LinkButton to={backTo} kind="quiet" size="small" icon={<ArrowLeft aria-hidden />}>
              {label}
            </LinkButton>
          </div>
        )}
        {detail}
      </div>
    </div>
  );
}
