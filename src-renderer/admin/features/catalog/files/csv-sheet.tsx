import { useMemo, useState } from 'react';
import type { ListedEventType } from '../../../../../src-server/contract/event-type-summary';
import { LIMITS } from '../../../../../src-server/contract/limits';
import { whenDone } from '../../../../api/when-done';
import { Button } from '../../../../ui/button';
import { FailureNotice } from '../../../../ui/failure-notice';
import { Notice } from '../../../../ui/notice';
import { Sheet } from '../../../../ui/sheet';
import { FileChooser } from '../../../parts/files/file-chooser';
import { typesLabel } from '../bulk-labels';
import { useBulk } from '../use-bulk';
import { planCsv } from './catalog-csv';
import styles from './files.module.css';
import { PlanRows } from './plan-rows';

interface CsvSheetProps {
  readonly types: readonly ListedEventType[];
  readonly onClose: () => void;
}

const BYTES_MAX = 20_000_000;

/** Takes event types from a CSV file: shows what each row would do, then does all of it at once. */
export function CsvSheet({ types, onClose }: CsvSheetProps) {
  const [file, setFile] = useState<{ readonly name: string; readonly text: string } | null>(null);
  // Compared with the current catalog, even if that changes meanwhile.
  const plan = useMemo(() => file && planCsv(file.text, types), [file, types]);
  const bulk = useBulk('Imported');
  const entries = plan?.rows.flatMap(({ entry }) => entry ?? []) ?? [];
  const problems = plan?.rows.filter(({ state }) => state === 'problem').length ?? 0;
  const tooMany = entries.length > LIMITS.bulkEventTypes.max;
  const submit = () => {
    whenDone(bulk.mutateAsync(entries), onClose);
  };
  return (
    <Sheet
      wide
      title={file ? `Import ${file.name}` : 'Import CSV'}
      onClose={onClose}
      footer={
        <>
          {file && <Button onPress={() => setFile(null)}>Choose another file</Button>}
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            needs="POST /event-type-bulk"
            isDisabled={entries.length === 0 || tooMany || bulk.isPending}
            onPress={submit}
          >
            {entries.length === 0 ? 'Import' : `Import ${typesLabel(entries.length)}`}
          </Button>
        </>
      }
    >
      {!plan && (
        <>
          <FileChooser
            label="Drop a CSV file here"
            types={['.csv', 'text/csv']}
            maxBytes={BYTES_MAX}
            onText={(text, name) => setFile({ text, name })}
          />
          <p className={styles.aside}>
            The first line names the columns: <code>name</code>, <code>description</code>, <code>group</code>,{' '}
            <code>flags</code> (separated by spaces), <code>deprecated</code>, <code>archived</code>. Fields
            without a column keep their values. Schemas stay as they are. Nothing is deleted.
          </p>
        </>
      )}
      {plan?.fault && <Notice tone="error" title={plan.fault} />}
      {plan && !plan.fault && (
        <>
          {plan.ignored.length > 0 && (
            <Notice
              tone="info"
              title={`Ignored ${plan.ignored.length === 1 ? 'column' : 'columns'}: ${plan.ignored.join(', ')}`}
            />
          )}
          {problems > 0 && (
            <Notice
              tone="warning"
              title={`${problems.toLocaleString('en')} ${problems === 1 ? 'row has a problem and is' : 'rows have problems and are'} skipped`}
            />
          )}
          {tooMany && (
            <Notice
              tone="error"
              title={`One import can change at most ${typesLabel(LIMITS.bulkEventTypes.max)}. Split the file.`}
            />
          )}
          <PlanRows rows={plan.rows} />
          <p className={styles.aside}>
            The import is one transaction. Each event type records it in its history, and you can undo it. It
            does not affect delivery.
          </p>
        </>
      )}
      {bulk.error && <FailureNotice title="Nothing was imported" cause={bulk.error} />}
    </Sheet>
  );
}
