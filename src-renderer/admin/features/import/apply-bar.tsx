import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button';
import { Keys } from '../../../ui/keys';
import layout from '../../../ui/layout.module.css';
import { keyNames, onMac } from '../../platform/commands/key-strokes';
import { stageLabel } from './import-progress';
import type { ImportRun } from './import-run';
import { counted, number, summarize, summarySentence } from './import-summary';
import styles from './import-table.module.css';
import type { DecidedRow } from './row-choice';
import { useImportWork } from './use-import-run';

/** What will happen, in one sentence, and the button that does it. */
export function ApplyBar({ run, rows }: { readonly run: ImportRun; readonly rows: readonly DecidedRow[] }) {
  const running = useImportWork(run, (work) => work.running);
  const progress = useImportWork(run, (work) => work.progress);
  const isStale = useImportWork(run, (work) => work.isStale);
  const stop = useRef<HTMLDivElement>(null);
  const summary = summarize(rows);
  const total = summary.writes + summary.keeps;
  const isApplying = running === 'apply';
  useEffect(() => {
    // The pressed button is gone; focus the one that can be pressed now.
    if (isApplying) stop.current?.querySelector('button')?.focus();
  }, [isApplying]);
  const isDisabled = total === 0 || running !== null || isStale;
  return (
    <footer className={`${layout.rowAligned} ${layout.apart} ${styles.apply}`}>
      <p className={styles.sentence} role="status">
        {isApplying ? `Importing: ${stageLabel(progress).toLowerCase()}` : summarySentence(summary)}
        {!isApplying && (isStale || running === 'plan') && (
          <span className={layout.muted}> Comparing with the catalog</span>
        )}
      </p>
      {isApplying ? (
        <div ref={stop} className={layout.line}>
          <progress
            className={styles.progress}
            aria-label="Progress"
            {...(progress?.total ? { max: progress.total, value: progress.done } : {})}
          />
          <Button onPress={() => run.stop()}>Stop</Button>
        </div>
      ) : (
        <div className={layout.line} data-apply="" {...(isDisabled ? { 'data-disabled': '' } : {})}>
          <span className={styles.keys} aria-hidden>
            <Keys names={keyNames('Mod+Enter', onMac())} />
          </span>
          <Button kind="primary" isDisabled={isDisabled} onPress={() => void run.apply()}>
            {verb(summary.writes, summary.keeps)}
          </Button>
        </div>
      )}
    </footer>
  );
}

function verb(writes: number, keeps: number): string {
  if (writes > 0) return `Import ${counted(writes, 'event type')}`;
  return keeps > 0 ? `Resolve ${number(keeps)} ${keeps === 1 ? 'conflict' : 'conflicts'}` : 'Import';
}
