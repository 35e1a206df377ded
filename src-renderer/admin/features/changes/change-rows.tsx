import { useState } from 'react';
import { Button } from '../../../ui/button';
import { Checkbox } from '../../../ui/checkbox';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { NameLockup } from '../../../ui/name-lockup';
import type { CopyChange } from '../../data/use-changes';
import { differenceOf, verbOf, visibilityOf } from './change-facts';
import styles from './changes.module.css';

/** Rows added to the list at a time. */
const ROWS_A_STEP = 100;

interface ChangeRowsProps {
  readonly changes: readonly CopyChange[];
  /** Name of the change that is open; empty: none. */
  readonly chosen: string;
  /** Names excluded from the next sync. */
  readonly left: ReadonlySet<string>;
  readonly onChoose: (name: string) => void;
  readonly onLeave: (name: string, isLeft: boolean) => void;
}

/** The list of changes: kind, name, changed fields, and whether the next sync includes it. */
export function ChangeRows({ changes, chosen, left, onChoose, onLeave }: ChangeRowsProps) {
  const [most, setMost] = useState(ROWS_A_STEP);
  if (changes.length === 0) return <p className={styles.none}>No changes.</p>;
  return (
    <div className={styles.scroll}>
      <ul className={styles.rows} aria-label="Changes">
        {changes.slice(0, most).map((change) => (
          <li key={change.name} className={styles.row}>
            <Checkbox
              aria-label={`Sync ${change.name}`}
              isSelected={!left.has(change.name)}
              onChange={(isTaken) => onLeave(change.name, !isTaken)}
            />
            <button
              type="button"
              className={classNames(styles.open, change.name === chosen && styles.chosen)}
              aria-current={change.name === chosen}
              onClick={() => onChoose(change.name)}
            >
              <NameLockup name={change.name} />
              <span className={styles.what}>{rowLabel(change)}</span>
            </button>
          </li>
        ))}
      </ul>
      {changes.length > most && (
        <div className={layout.row}>
          <Button size="small" onPress={() => setMost(most + ROWS_A_STEP)}>
            Show more of {changes.length.toLocaleString('en')}
          </Button>
        </div>
      )}
    </div>
  );
}

function rowLabel(change: CopyChange): string {
  const visibility = visibilityOf(change);
  const { changes, schemaSummary } = differenceOf(change);
  const verb = verbOf(change);
  const places = [...new Set(changes.map(({ where }) => where.split(' > ')[0] ?? ''))];
  const fields = places
    .filter((place) => place !== 'visibility' && place !== 'schema')
    .concat(schemaSummary ? [`schema ${schemaSummary}`] : []);
  const parts = [verb, visibility && visibility.label !== verb && visibility.label];
  if (verb === 'Changed') parts.push(fields.join(', '));
  return parts.filter(Boolean).join(' · ');
}
