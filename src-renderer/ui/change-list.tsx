import type { EventTypeChange } from '../../src-server/json-schema/event-type-changes';
import styles from './change-list.module.css';
import { EffectMark } from './effect-mark';
import layout from './layout.module.css';

interface ChangeListProps {
  readonly changes: readonly EventTypeChange[];
  /** How many changes are not in the list. */
  readonly more: number;
}

/** What differs, one line each: the effect on receivers, where, what. */
export function ChangeList({ changes, more }: ChangeListProps) {
  return (
    <>
      <ul className={layout.stack1}>
        {changes.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move, and two may say the same
          <li key={index} className={styles.change}>
            <EffectMark effect={change.effect} />
            <span className={layout.wrapping}>
              <span className={styles.where}>{change.where}</span> {change.text}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className={`${layout.below1} ${layout.muted}`}>
          and {more} more schema {more === 1 ? 'change' : 'changes'}
        </p>
      )}
    </>
  );
}
