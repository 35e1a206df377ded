import type { ImportPlanOut } from '../../../../src-server/contract/import-plan';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/notice';
import type { ImportRun } from './import-run';
import { counted } from './import-summary';
import styles from './import-table.module.css';

interface SameFileProps {
  readonly run: ImportRun;
  readonly plan: ImportPlanOut;
}

/** Asks about a file of the same title and another name, which may be an older version of this one or another document. */
export function SameFile({ run, plan: { rows, document } }: SameFileProps) {
  const others = rows.flatMap(({ otherSource }) =>
    otherSource?.title === document.title && otherSource.fileName !== null ? [otherSource.fileName] : [],
  );
  const [fileName] = others;
  if (fileName === undefined) return null;
  const count = others.filter((other) => other === fileName).length;
  return (
    <div className={styles.notice}>
      <Notice
        tone="info"
        title={`${counted(count, 'event type')} came from ${fileName}, which has the same title`}
        actions={
          <Button size="small" onPress={() => run.replaceFile(fileName)}>
            Update from this file
          </Button>
        }
      >
        If this is a newer version of that file, update from it, and its changes are not conflicts. If these
        are two separate documents, choose row by row.
      </Notice>
    </div>
  );
}
