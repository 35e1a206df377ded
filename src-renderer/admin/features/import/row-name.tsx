import { type KeyboardEvent, useRef } from 'react';
import type { ImportRow } from '../../../../src-server/contract/import-plan';
import { NAME_MAX_LENGTH } from '../../../../src-server/contract/names';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { keyLabel, onMac } from '../../platform/commands/key-strokes';
import type { ImportRun } from './import-run';
import styles from './import-table.module.css';
import { sourceLabel } from './row-difference';

interface RowNameProps {
  readonly run: ImportRun;
  readonly row: ImportRow;
  /** As typed. */
  readonly name: string;
  /** What is wrong with it; null: nothing. */
  readonly fault: string | null;
}

/** The name of a row, editable in place. A problem offers the best other name next to it. */
export function RowName({ run, row, name, fault }: RowNameProps) {
  const before = useRef(name);
  const [suggestion] = row.suggestions;
  const isWrong = fault !== null || row.state === 'problem';
  if (row.state === 'removed') return <span className={styles.fixed}>{name}</span>;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') run.decide([row.id], { name: before.current });
    event.currentTarget.closest<HTMLElement>('[role=row]')?.focus();
  };
  return (
    <>
      <input
        className={classNames(styles.input, isWrong && styles.wrong)}
        data-name={row.id}
        aria-label={`Name of ${sourceLabel(row)}`}
        aria-invalid={isWrong}
        tabIndex={-1}
        value={name}
        maxLength={NAME_MAX_LENGTH}
        spellCheck={false}
        autoComplete="off"
        onFocus={() => {
          before.current = name;
          run.set({ activeId: row.id });
        }}
        onChange={(event) => run.decide([row.id], { name: event.target.value })}
        onKeyDown={onKeyDown}
      />
      {row.state === 'problem' && suggestion !== undefined && name !== suggestion && (
        <button
          type="button"
          className={`${layout.control} ${layout.target} ${styles.suggest}`}
          tabIndex={-1}
          aria-label={`Use ${suggestion} as the name`}
          aria-keyshortcuts={onMac() ? 'Meta+Period' : 'Control+Period'}
          title={`Use ${suggestion} (${keyLabel('Mod+.')})`}
          onClick={() => run.decide([row.id], { name: suggestion })}
        >
          Use {suggestion}
        </button>
      )}
    </>
  );
}
