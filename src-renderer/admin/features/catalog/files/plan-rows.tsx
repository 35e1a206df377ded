import { useState } from 'react';
import layout from '../../../../ui/layout.module.css';
import { NameLockup } from '../../../../ui/name-lockup';
import { Segmented } from '../../../../ui/segmented';
import styles from './files.module.css';

type PlanState = 'new' | 'changed' | 'unchanged' | 'problem';

/** What one row of a file would do, as every file preview shows it. */
export interface PlanRow {
  readonly name: string;
  readonly state: PlanState;
  /** What changes, or what is wrong, in words. */
  readonly changes: readonly string[];
  /** The line in the file; absent if the file has no meaningful lines. */
  readonly line?: number;
}

const STATES: readonly PlanState[] = ['problem', 'new', 'changed', 'unchanged'];
const LABELS: Record<PlanState, string> = {
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  problem: 'Problem',
};
/** More rows are counted, not drawn. */
const SHOWN = 200;

/** What a file would do, row by row: faults first, unchanged rows collapsed. */
export function PlanRows({ rows }: { readonly rows: readonly PlanRow[] }) {
  const counts = new Map(STATES.map((state) => [state, rows.filter((row) => row.state === state).length]));
  const present = STATES.filter((state) => counts.get(state));
  const [chosen, setChosen] = useState<PlanState | null>(null);
  const state = chosen ?? present[0];
  if (!state) return <p className={styles.aside}>The file has no rows.</p>;
  const some = rows.filter((row) => row.state === state);
  return (
    <>
      <Segmented
        label="Show rows"
        value={state}
        onChange={setChosen}
        options={present.map((value) => ({
          value,
          label: `${LABELS[value]} ${(counts.get(value) ?? 0).toLocaleString('en')}`,
        }))}
      />
      <ul
        className={`${layout.column} ${layout.framed} ${styles.rows}`}
        aria-label={`${LABELS[state]} rows`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        tabIndex={0}
      >
        {some.slice(0, SHOWN).map((row) => (
          <li key={`${row.line ?? ''} ${row.name}`}>
            <span className={styles[row.state]}>{LABELS[row.state]}</span>
            {row.name === '' ? <span>no name</span> : <NameLockup name={row.name} />}
            {(row.changes.length > 0 || row.state === 'problem') && (
              <span className={styles.text}>
                {[row.state === 'problem' && row.line && `line ${row.line}`, ...row.changes]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            )}
          </li>
        ))}
        {some.length > SHOWN && (
          <li>
            <span />
            <span className={styles.aside}>and {(some.length - SHOWN).toLocaleString('en')} more</span>
          </li>
        )}
      </ul>
    </>
  );
}
