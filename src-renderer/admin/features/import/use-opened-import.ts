import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { announce, toast } from '../../../ui/toast-store';
import { useTo } from '../../platform/instance';
import { useOpenedDocument } from '../../platform/opened-document';
import { readImportFile } from './read-import-file';
import { useImportRun } from './use-import-run';

/** Takes a document that was opened with the desktop program to the preview of its import. */
export function useOpenedImport(): void {
  const run = useImportRun();
  const navigate = useNavigate();
  const address = useTo()('import');
  const opened = useOpenedDocument((state) => state.file);
  useEffect(() => {
    if (!opened) return;
    useOpenedDocument.setState({ file: null });
    const { name, text } = opened;
    // It comes from outside of this page, maybe in the middle of a write.
    if (run.store.getState().running === 'apply') {
      toast(`${name} was not opened: an import is being written. Open it again when that has ended.`);
      return;
    }
    readImportFile(new File([text], name)).then(
      (source) => {
        run.open(source);
        announce(`Reading ${name}`);
        void navigate(address);
      },
      (cause: unknown) => toast(cause instanceof Error ? cause.message : String(cause)),
    );
  }, [opened, run, navigate, address]);
}
