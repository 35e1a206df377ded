import { FileUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import layout from '../../../ui/layout.module.css';
import { useRefusal } from '../../../ui/needs/needs';
import { announce, toast } from '../../../ui/toast-store';
import { useTo } from '../../platform/instance';
import { useOpenedDocument } from '../../platform/opened-document';
import { useMay } from '../../platform/use-may';
import styles from './import-screen.module.css';
import { readImportFile } from './read-import-file';
import { useImportRun } from './use-import-run';

/** Takes a file dropped anywhere on the window, or opened with the program, to the import screen. */
export function WindowDrop() {
  useOpenedImport();
  const run = useImportRun();
  const navigate = useNavigate();
  const to = useTo();
  const [isOver, setOver] = useState(false);
  const address = to('import');
  const mayImport = useMay()('POST /event-type/import/plan');
  useEffect(() => {
    if (!mayImport) return;
    // The event for an entered element comes before the one for the element that is left.
    let depth = 0;
    const isFile = (event: DragEvent) =>
      !event.defaultPrevented && event.dataTransfer?.types.includes('Files') === true;
    const enter = (event: DragEvent) => {
      if (!isFile(event)) return;
      event.preventDefault();
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!isFile(event)) return;
      depth -= 1;
      if (depth <= 0) end();
    };
    const over = (event: DragEvent) => {
      if (!isFile(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    };
    const end = () => {
      depth = 0;
      setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!isFile(event)) return;
      event.preventDefault();
      end();
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      readImportFile(file).then(
        (source) => {
          run.open(source);
          announce(`Reading ${source.name}`);
          void navigate(address);
        },
        (cause: unknown) => toast(cause instanceof Error ? cause.message : String(cause)),
      );
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: over, drop };
    for (const [name, listener] of Object.entries(listeners))
      addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        removeEventListener(name, listener as EventListener);
    };
  }, [run, navigate, address, mayImport]);
  if (!isOver) return null;
  return (
    <div className={styles.over} aria-hidden>
      <p className={`${layout.line} ${layout.floating} ${styles.text}`}>
        <FileUp />
        Drop the OpenAPI document to review its changes
      </p>
    </div>
  );
}

/** Takes a document that was opened with the desktop program to the preview of its import. */
function useOpenedImport(): void {
  const refusal = useRefusal('POST /event-type/import/plan');
  const run = useImportRun();
  const navigate = useNavigate();
  const address = useTo()('import');
  const opened = useOpenedDocument((state) => state.file);
  useEffect(() => {
    if (!opened) return;
    useOpenedDocument.setState({ file: null });
    const { name, text } = opened;
    if (refusal !== null) {
      toast(refusal);
      return;
    }
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
  }, [opened, run, navigate, address, refusal]);
}
