import { useId, useMemo, useState } from 'react';
import { Button } from '../../../ui/button';
import layout from '../../../ui/layout.module.css';
import { Segmented } from '../../../ui/segmented';
import { Sheet } from '../../../ui/sheet';
import { TextField } from '../../../ui/text-field';
import type { ImportRun } from './import-run';
import { counted, number } from './import-summary';
import { NO_RENAME, type RenameRule, renamings } from './rename-rule';
import styles from './rename-sheet.module.css';
import type { DecidedRow } from './row-choice';

export interface RenameSheetProps {
  readonly run: ImportRun;
  /** The rows that are listed: those are renamed. */
  readonly shown: readonly DecidedRow[];
  readonly all: readonly DecidedRow[];
  readonly onClose: () => void;
}

/** More names than this are counted. */
const SHOWN_MAX = 200;

/** Changes many names at once. What it would do is seen before it is done. */
export function RenameSheet({ run, shown, all, onClose }: RenameSheetProps) {
  const [rule, setRule] = useState<RenameRule>(NO_RENAME);
  const titleId = useId();
  const changes = useMemo(() => renamings(shown, all, rule), [shown, all, rule]);
  const faults = changes.filter(({ fault }) => fault !== null).length;
  const set = (part: Partial<RenameRule>) => setRule({ ...rule, ...part });
  const apply = () => {
    const names = new Map(changes.map(({ rowId, to }) => [rowId, to]));
    run.decide([...names.keys()], (id) => ({ name: names.get(id) ?? '' }));
    onClose();
  };
  return (
    <Sheet
      title="Rename many"
      wide
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Close</Button>
          <Button kind="primary" isDisabled={changes.length === 0} onPress={apply}>
            {changes.length === 0 ? 'Nothing to rename' : `Rename ${counted(changes.length, 'row')}`}
          </Button>
        </>
      }
    >
      <div className={layout.stack4}>
        <p className={layout.muted}>
          For the {counted(shown.length, 'row')} in the list; a filter or a search narrows it. Nothing is
          written yet.
        </p>
        <div className={styles.fields}>
          <TextField label="Find" mono autoFocus value={rule.find} onChange={(find) => set({ find })} />
          <TextField
            label="Replace with"
            mono
            value={rule.replace}
            onChange={(replace) => set({ replace })}
          />
          <TextField
            label="Prefix"
            mono
            placeholder="shop."
            value={rule.prefix}
            onChange={(prefix) => set({ prefix })}
          />
        </div>
        <Segmented
          label="Case"
          value={rule.style}
          onChange={(style) => set({ style })}
          options={[
            { value: 'keep', label: 'Case as it is' },
            { value: 'dot', label: 'dot.case' },
            { value: 'snake', label: 'snake_case' },
          ]}
        />
        <section aria-labelledby={titleId}>
          <h3 id={titleId} className={styles.title}>
            {changes.length === 0
              ? 'No name would change'
              : `${counted(changes.length, 'name')} would change`}
            {faults > 0 && (
              <span className={styles.fault}>
                , {number(faults)} of them cannot be had and would be{' '}
                {faults === 1 ? 'a problem' : 'problems'}
              </span>
            )}
          </h3>
          <ul className={styles.names}>
            {changes.slice(0, SHOWN_MAX).map(({ rowId, from, to, fault }) => (
              <li key={rowId}>
                <span className={styles.from}>{from}</span>
                <span className={styles.arrow} aria-hidden>
                  →
                </span>
                <span className="visually-hidden">becomes</span>
                <span className={styles.to}>{to === '' ? 'nothing' : to}</span>
                {fault !== null && <span className={styles.fault}>{fault}</span>}
              </li>
            ))}
          </ul>
          {changes.length > SHOWN_MAX && (
            <p className={layout.muted}>and {number(changes.length - SHOWN_MAX)} more</p>
          )}
        </section>
      </div>
    </Sheet>
  );
}
