import { RotateCw } from 'lucide-react';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { Notice } from '../../../ui/notice';
import { Time } from '../../../ui/time';
import { useReceipts, useUndoImport } from '../../data/use-receipts';
import { useInstance } from '../../platform/instance';
import styles from './import-screen.module.css';
import { counted, importName, receiptMessage } from './import-summary';
import { UndoFailure, UndoImport } from './undo-import';
import { UndoOutcome } from './undo-outcome';
import { useRunAgain } from './use-run-again';

/** Past imports: what they did, and a way to undo one or to run its document again. */
export function PastImports({ onOpen }: { readonly onOpen: (receiptId: string) => void }) {
  const receipts = useReceipts();
  const again = useRunAgain();
  const undo = useUndoImport();
  const { isCopy } = useInstance();
  // Those of the instance; a working copy is imported into without it.
  if (receipts.error && isCopy) return null;
  if (receipts.error) {
    return (
      <FailureNotice
        title="Past imports could not be loaded"
        cause={receipts.error}
        onRetry={() => void receipts.refetch()}
      />
    );
  }
  const rows = receipts.data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <section className={layout.stack3} aria-labelledby="past-imports">
      <h2 id="past-imports">Past imports</h2>
      {again.error && <FailureNotice title="The document could not be loaded" cause={again.error} />}
      <UndoFailure undo={undo} />
      {undo.data && <UndoOutcome outcome={undo.data} />}
      <ul className={layout.ruled}>
        {rows.map((receipt) => (
          <li key={receipt.id} className={`${layout.gridCentered} ${layout.gapFlat} ${styles.row}`}>
            <button
              type="button"
              className={`${layout.cut} ${layout.hoverUnderlined} ${styles.name}`}
              onClick={() => onOpen(receipt.id ?? '')}
            >
              {importName(receipt)}
            </button>
            <span className={`${layout.muted} ${layout.numbers}`}>
              {receiptMessage(receipt)}
              {receipt.overwritten.length > 0 && (
                <span className={layout.toneWaiting}>
                  , replaced edits of {counted(receipt.overwritten.length, 'event type')}
                </span>
              )}
              , <Time at={receipt.createdAt} />
              {receipt.undoneAt && <span className={layout.toneWaiting}>, undone</span>}
            </span>
            <span className={styles.acts}>
              <UndoImport receipt={receipt} undo={undo} />
              {receipt.hasDocument && receipt.id && (
                <Button
                  size="small"
                  icon={<RotateCw aria-hidden />}
                  isDisabled={again.isPending}
                  aria-label={`Run again: ${importName(receipt)}`}
                  onPress={() => again.run(receipt.id ?? '')}
                >
                  Run again
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {!receipts.data?.done && <Notice tone="info" title={`Showing the newest ${rows.length}`} />}
    </section>
  );
}
