import { EmptyState } from '../../../ui/empty-state';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button';
import { Notice } from '../../../ui/notice';
import type { CopyChange } from '../../data/use-changes';
import { useTo } from '../../platform/instance';
import { visibilityOf } from './change-facts';
import styles from './changes.module.css';
import { PastSyncs } from './past-syncs';
import { Receivers } from './receivers';

/** Visibility changes listed here; the list on the left has them all. */
const LOUD_MAX = 12;

interface ChangesOverviewProps {
  readonly changes: readonly CopyChange[];
  readonly onChoose: (name: string) => void;
}

/** Shown beside the list while no change is open: the visibility changes, and the past syncs. */
export function ChangesOverview({ changes, onChoose }: ChangesOverviewProps) {
  const to = useTo();
  const loud = changes.flatMap((change) => {
    const visibility = visibilityOf(change);
    return visibility ? [{ name: change.name, ...visibility }] : [];
  });
  if (changes.length === 0) {
    return (
      <EmptyState title="No changes" actions={<LinkButton to={to('catalog')}>Open the catalog</LinkButton>}>
        <p>What you edit in the catalog is listed here until it is pushed.</p>
        <PastSyncs />
      </EmptyState>
    );
  }
  return (
    <div className={`${layout.stack4} ${layout.breakable} ${styles.page}`}>
      {loud.length === 0 ? (
        <p>Choose a change to see what it does. None of them affects visibility.</p>
      ) : (
        <Notice tone="warning" title="Visibility changes">
          <ul className={layout.stack1}>
            {loud.slice(0, LOUD_MAX).map(({ name, label, isHiding }) => (
              <li key={name}>
                {label}:{' '}
                <button type="button" className={styles.link} onClick={() => onChoose(name)}>
                  {name}
                </button>
                {isHiding && <Receivers name={name} />}
              </li>
            ))}
            {loud.length > LOUD_MAX && <li>and {loud.length - LOUD_MAX} more</li>}
          </ul>
        </Notice>
      )}
      <PastSyncs />
    </div>
  );
}
