import { whenDone } from '../../../api/when-done';
import { useReadReceipt } from '../../data/use-receipts';
import { useImportRun } from './use-import-run';

/** Imports the document of a past import again, with the same options and names. */
export function useRunAgain(onStarted: () => void = () => {}) {
  const run = useImportRun();
  const { mutateAsync, isPending, error } = useReadReceipt();
  return {
    isPending,
    error,
    run: (receiptId: string) =>
      whenDone(mutateAsync(receiptId), ({ document, sourceName, title, names, ...options }) => {
        if (document === null) return;
        const { keepDescription, keepFlags, replaceAll } = options;
        run.open(
          { name: sourceName ?? title, text: document },
          { keepDescription, keepFlags, replaceAll },
          new Map(names.map(({ row, name }) => [row, { name }])),
        );
        onStarted();
      }),
  };
}
