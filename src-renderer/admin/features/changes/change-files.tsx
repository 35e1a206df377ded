import { useState } from 'react';
import { parseOrdered, stringifyOrdered } from '../../../../src-server/json-schema/ordered-json';
import { whenDone } from '../../../api/when-done';
import { saveFile } from '../../../shared/save-file';
import { ActsMenu } from '../../../ui/acts-menu';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import { Sheet } from '../../../ui/sheet';
import { toast } from '../../../ui/toast-store';
import { useImportChangeSet, useReadChangeSet } from '../../data/use-changes';
import { FileChooser } from '../../parts/files/file-chooser';

const BYTES_MAX = 64_000_000;

/** Exports the changes as a file, for a review by somebody else, and imports such a file. */
export function ChangeFiles({ count }: { readonly count: number }) {
  const [isImporting, setImporting] = useState(false);
  const read = useReadChangeSet();
  const save = async () => {
    try {
      const text = `${stringifyOrdered(parseOrdered(await read()), 2)}\n`;
      saveFile(text, 'changes.json', 'application/json');
      toast(`Saved ${count} ${count === 1 ? 'change' : 'changes'} in changes.json`);
    } catch (cause) {
      toast(`Nothing was saved: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  };
  return (
    <>
      <ActsMenu
        isSmall
        label="More change actions"
        title="Change actions"
        acts={[
          { id: 'out', label: 'Export changes', isOff: count === 0, run: () => void save() },
          { id: 'in', label: 'Import changes', run: () => setImporting(true) },
        ]}
      />
      {isImporting && <ImportSheet onClose={() => setImporting(false)} />}
    </>
  );
}

function ImportSheet({ onClose }: { readonly onClose: () => void }) {
  const taking = useImportChangeSet();
  return (
    <Sheet title="Import changes" onClose={onClose} footer={<Button onPress={onClose}>Cancel</Button>}>
      <p>
        Merges the changes in a file into the working copy, all or none. Where both changed the same, the file
        wins. One undo reverts it.
      </p>
      <FileChooser
        label="Drop a file of changes (JSON) here"
        types={['.json', 'application/json']}
        maxBytes={BYTES_MAX}
        onText={(text, name) =>
          whenDone(taking.mutateAsync(text), () => {
            toast(`Imported the changes of ${name}`);
            onClose();
          })
        }
      />
      {taking.error && <FailureNotice title="Nothing was imported" cause={taking.error} />}
    </Sheet>
  );
}
