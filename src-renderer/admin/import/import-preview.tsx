import { useMemo } from 'react';
import type { OpenapiImportOut } from '../../../src-server/contract/openapi-import';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { classNames } from '../../ui/class-names';
import { FailureNotice } from '../../ui/failure-notice';
import { FlagChip } from '../../ui/flag-chip';
import { withoutMarks } from '../../ui/inline-markdown';
import { NameLockup } from '../../ui/name-lockup';
import { Notice } from '../../ui/notice';
import { Segmented } from '../../ui/segmented';
import { useEventTypes } from '../catalog/use-catalog';
import { useAddressValue } from '../frame/use-address-value';
import { fieldCount, type ImportRow, type ImportState, toRows } from './import-plan-view';
import styles from './import-preview.module.css';

export interface ImportPreviewProps {
  readonly plan: OpenapiImportOut['data'];
  readonly replaceAll: boolean;
  readonly onReplaceAll: (replaceAll: boolean) => void;
  readonly pending: boolean;
  readonly error: unknown;
  readonly onApply: () => void;
}

const WORDS: Record<ImportState, string> = {
  new: 'New',
  update: 'Update',
  archive: 'Archive',
  problem: 'Left out',
};

/** What would be written, name by name, before anything is. */
export function ImportPreview({
  plan,
  replaceAll,
  onReplaceAll,
  pending,
  error,
  onApply,
}: ImportPreviewProps) {
  const types = useEventTypes();
  const [show, setShow] = useAddressValue('show');
  const rows = useMemo(() => toRows(plan, types.data ?? [], replaceAll), [plan, types.data, replaceAll]);
  const counts = countStates(rows);
  const changes = rows.length - counts.problem;
  const shown = show === '' ? rows : rows.filter((row) => row.state === show);
  const warnings = plan.problems.filter(({ severity }) => severity === 'warning').length;
  return (
    <>
      <div className={styles.bar}>
        <Segmented
          label="Show"
          value={show || 'all'}
          onChange={(value) => setShow(value === 'all' ? '' : value)}
          options={[
            { value: 'all', label: `All ${rows.length}` },
            ...(['problem', 'new', 'update', 'archive'] as const)
              .filter((state) => counts[state] > 0)
              .map((state) => ({ value: state, label: `${WORDS[state]} ${counts[state]}` })),
          ]}
        />
        <Checkbox isSelected={replaceAll} onChange={onReplaceAll}>
          Archive what is not in this document
        </Checkbox>
        <span className={styles.space} />
        <Button kind="primary" isDisabled={changes === 0 || pending || !types.data} onPress={onApply}>
          {pending ? 'Importing' : verb(changes)}
        </Button>
      </div>
      {error != null && (
        <div className={styles.notice}>
          <FailureNotice title="Nothing was imported" cause={error} />
        </div>
      )}
      {warnings > 0 && (
        <div className={styles.notice}>
          <Notice
            tone="warning"
            title={`${warnings} ${warnings === 1 ? 'remark' : 'remarks'} on what Draft 7 cannot say`}
          >
            They are imported all the same; each row says what was lost.
          </Notice>
        </div>
      )}
      {rows.length === 0 ? (
        <p className={styles.same}>
          Nothing to do: every webhook of this document is in the catalog as it is here.
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className={styles.scroll} tabIndex={0} aria-label="What the import would do">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">State</th>
                <th scope="col">Event type</th>
                <th scope="col">Description</th>
                <th scope="col">Schema</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <Row key={row.key} row={row} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}

function Row({ row }: { readonly row: ImportRow }) {
  const { write } = row;
  const fields = write ? fieldCount(write) : null;
  return (
    <tr>
      <td>
        <span className={classNames(styles.state, styles[row.state])}>{WORDS[row.state]}</span>
      </td>
      <td className={styles.name}>
        {row.name === null ? <span className={styles.muted}>no name</span> : <NameLockup name={row.name} />}
        {write?.featureFlags?.map((flag) => (
          <FlagChip key={flag} flag={flag} />
        ))}
      </td>
      <td>
        {write && (
          <span className={styles.description}>{withoutMarks(write.description) || <em>none</em>}</span>
        )}
        {row.state === 'archive' && <span className={styles.muted}>not in this document</span>}
        {row.problems.map((problem) => (
          <span key={`${problem.pointer} ${problem.message}`} className={styles.problem}>
            {problem.message} <code>{problem.pointer}</code>
          </span>
        ))}
      </td>
      <td className={styles.muted}>
        {write &&
          (fields === null
            ? 'none'
            : fields === 0
              ? 'yes'
              : `${fields} ${fields === 1 ? 'field' : 'fields'}`)}
      </td>
    </tr>
  );
}

function countStates(rows: readonly ImportRow[]): Record<ImportState, number> {
  const counts = { new: 0, update: 0, archive: 0, problem: 0 };
  for (const { state } of rows) counts[state]++;
  return counts;
}

function verb(changes: number): string {
  return changes === 0 ? 'Nothing to import' : `Import ${changes} event ${changes === 1 ? 'type' : 'types'}`;
}
