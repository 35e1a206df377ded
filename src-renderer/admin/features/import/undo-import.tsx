import { Undo2 } from 'lucide-react';
import type { ImportReceiptOut } from '../../../../src-server/contract/import-receipt';
import { Button } from '../../../ui/button';
import type { useUndoImport } from '../../data/use-receipts';
import { useInstance } from '../../platform/instance';
import { importName } from './import-summary';

interface UndoImportProps {
  readonly receipt: ImportReceiptOut;
  readonly undo: Pick<ReturnType<typeof useUndoImport>, 'isPending' | 'mutate'>;
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
      aria-label={`Undo the import of ${importName(receipt)}`}
      onPress={() => undo.mutate(id)}
    >
      Undo
    </Button>
  );
}
