import { Undo2 } from 'lucide-react';
import type { ImportReceiptOut } from '../../../../src-server/contract/import-receipt';
import { toApiFailure } from '../../../api/api-failure';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import { Notice } from '../../../ui/notice';
import type { useUndoImport } from '../../data/use-receipts';
import { useInstance } from '../../platform/instance';
import { importName } from './import-summary';

type Undo = Pick<ReturnType<typeof useUndoImport>, 'isPending' | 'mutate' | 'error' | 'variables'>;

interface UndoImportProps {
  readonly receipt: ImportReceiptOut;
  readonly undo: Undo;
}

/** Undoes an import, if that is possible. */
export function UndoImport({ receipt, undo }: UndoImportProps) {
  const { id, canUndo } = receipt;
  const { isCopy } = useInstance();
  // In a working copy, it would undo the import on the instance itself.
  if (!canUndo || id === null || isCopy) return null;
  return (
    <Button
      size="small"
      icon={<Undo2 aria-hidden />}
      isDisabled={undo.isPending}
      needs="POST /event-type/import/receipt/{receipt}/undo"
      aria-label={`Undo the import of ${importName(receipt)}`}
      onPress={() => undo.mutate({ receiptId: id, includeEdited: false })}
    >
      Undo
    </Button>
  );
}

/** Why an import was not undone; where it would replace what somebody set back by hand, it asks. */
export function UndoFailure({ undo }: Pick<UndoImportProps, 'undo'>) {
  const { error, variables, isPending, mutate } = undo;
  if (!error) return null;
  const { code, detail } = toApiFailure(error);
  if (code !== 'confirmation_needed' || !variables)
    return <FailureNotice title="Nothing was undone" cause={error} />;
  return (
    <Notice
      tone="warning"
      title="Undo this import over later edits?"
      actions={
        <Button
          size="small"
          isDisabled={isPending}
          onPress={() => mutate({ ...variables, includeEdited: true })}
        >
          Undo anyway
        </Button>
      }
    >
      {detail}
    </Notice>
  );
}
