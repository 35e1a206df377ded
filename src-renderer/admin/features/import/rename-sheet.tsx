import { useId, useMemo } from 'react';
import { Button } from '../../../ui/button';
import { useDraft } from '../../../ui/drafts/use-draft';
import { useDrafted } from '../../../ui/drafts/use-drafted';
import layout from '../../../ui/layout.module.css';
import { Segmented } from '../../../ui/segmented';
import { Sheet } from '../../../ui/sheet';
import { TextField } from '../../../ui/text-field';
import { useInstance } from '../../platform/instance';
import type { ImportRun } from './import-run';
import styles from './import-screen.module.css';
import { counted, number } from './import-summary';
import { NO_RENAME, type RenameRule, renamings } from './rename-rule';
import type { DecidedRow } from './row-choice';

interface RenameSheetProps {
  readonly run: ImportRun;
  /** The listed rows: those are renamed. */
  readonly shown: readonly DecidedRow[];
  readonly all: readonly DecidedRow[];
  readonly onClose: () => void;
}

/** More names than this are counted. */
const SHOWN_MAX = 200;

/** Changes many names at once. Shows the result before doing it. */
export function RenameSheet({ run, shown, all, onClose }: RenameSheetProps) {
  const form = useDraft(`${useInstance().id}/rename`, null, onClose);
  const [rule, setRule] = useDrafted<RenameRule>(form, 'rule', NO_RENAME);
  const titleId = useId();
  const changes = useMemo(() => renamings(shown, all, rule), [shown, all, rule]);
  const faults = changes.filter(({ fault }) => fault !== null).length;
  const set = (part: Partial<RenameRule>) => setRule({ ...rule, ...part });
  const apply = () => {
    const names = new Map(changes.map(({ rowId, to }) => [rowId, to]));
    run.decide([...names.keys()], (id) => ({ name: names.get(id) ?? '' }));
    form.end();
  };
  return (
    <Sheet
      title="Rename rows"
      draft={form}
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
          Renames the {counted(shown.length, 'row')} shown in the list. Filter or search the list to rename
          fewer. Nothing is written until you import.
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
            { value: 'keep', label: 'Keep case' },
            { value: 'dot', label: 'dot.case' },
            { value: 'snake', label: 'snake_case' },
          ]}
        />
        <section aria-labelledby={titleId}>
          <h3 id={titleId} className={layout.above2}>
            {changes.length === 0
              ? 'No name changes'
              : `${counted(changes.length, 'name')} ${changes.length === 1 ? 'changes' : 'change'}`}
            {faults > 0 && (
              <span className={`${layout.toneFailed} ${styles.fault}`}>
                , {number(faults)} to an invalid or duplicate name
              </span>
            )}
          </h3>
          <ul className={`${layout.code} ${styles.renameNames}`}>
            {changes.slice(0, SHOWN_MAX).map(({ rowId, from, to, fault }) => (
              <li key={rowId}>
                <span className={styles.from}>{from}</span>
                <span className={styles.arrow} aria-hidden>
                  →
                </span>
                <span className="visually-hidden">becomes</span>
                <span className={layout.strong}>{to === '' ? 'nothing' : to}</span>
                {fault !== null && <span className={`${layout.toneFailed} ${styles.fault}`}>{fault}</span>}
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
