import { RotateCw } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import type { AppliedReceiptOut, ImportedRowOut } from '../../../../src-server/contract/import-receipt';
import { otherSourceLabel } from '../../../../src-server/contract/other-source-label';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button';
import { NameLockup } from '../../../ui/name-lockup';
import { Notice } from '../../../ui/notice';
import { Time } from '../../../ui/time';
import { useUndoImport } from '../../data/use-receipts';
import { isFocusFree } from '../../platform/commands/panes';
import { useTo } from '../../platform/instance';
import { FIELD_LABELS } from './field-labels';
import styles from './import-screen.module.css';
import { importName, number, receiptTitle, skippedMessage } from './import-summary';
import { UndoFailure, UndoImport } from './undo-import';
import { UndoOutcome } from './undo-outcome';
import { useRunAgain } from './use-run-again';

interface ImportReceiptProps {
  readonly receipt: AppliedReceiptOut;
  /** True right after the import. */
  readonly isFresh?: boolean;
}

/** What an import did; to keep, check or undo. */
export function ImportReceipt({ receipt: given, isFresh = false }: ImportReceiptProps) {
  const to = useTo();
  const navigate = useNavigate();
  const undo = useUndoImport();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that was pressed is gone.
    if (isFocusFree()) place.current?.focus();
  }, []);
  const again = useRunAgain(() => void navigate(to('import')));
  const receipt = undo.data?.receipt ?? given;
  const { created, updated, archived, counts } = receipt;
  const out = skippedMessage(receipt);
  return (
    <div ref={place} className={`${layout.stack4} ${layout.ringless} ${styles.receipt}`} tabIndex={-1}>
      <Notice
        tone={receipt.undoneAt ? 'info' : 'done'}
        title={receiptTitle(receipt)}
        actions={
          <>
            <UndoImport receipt={receipt} undo={undo} />
            {!isFresh && receipt.hasDocument && receipt.id && (
              <Button
                size="small"
                icon={<RotateCw aria-hidden />}
                isDisabled={again.isPending}
                onPress={() => again.run(receipt.id ?? '')}
              >
                Run again
              </Button>
            )}
            {isFresh && receipt.id && (
              <LinkButton size="small" to={`${to('import')}?receipt=${receipt.id}`}>
                Link to this receipt
              </LinkButton>
            )}
            <LinkButton size="small" to={to('catalog')}>
              Open the catalog
            </LinkButton>
          </>
        }
      >
        {importName(receipt)}
        {counts.unchanged > 0 && `, ${number(counts.unchanged)} unchanged`}, <Time at={receipt.createdAt} />.{' '}
        {out}
        {receipt.undoneAt && (
          <>
            {' '}
            Undone <Time at={receipt.undoneAt} />.
          </>
        )}
      </Notice>
      <UndoFailure undo={undo} />
      {undo.data && <UndoOutcome outcome={undo.data} />}
      {again.error && <FailureNotice title="The document could not be loaded" cause={again.error} />}
      <Names title="Created" names={created} rows={given.rows} />
      <Names title="Changed" names={updated} rows={given.rows} />
      <Names title="Archived" names={archived} rows={given.rows} />
      <Overwritten overwritten={receipt.overwritten} />
    </div>
  );
}

/** The edits that the import replaced, so that somebody can make them again, or undo the import. */
function Overwritten({ overwritten }: Pick<AppliedReceiptOut, 'overwritten'>) {
  const to = useTo();
  if (overwritten.length === 0) return null;
  return (
    <section>
      <h2 className={layout.above2}>
        Edits by hand that it replaced{' '}
        <span className={`${layout.optional} ${layout.numbers}`}>{number(overwritten.length)}</span>
      </h2>
      <ul className={styles.names}>
        {overwritten.map(({ name, fields }) => (
          <li key={name}>
            <Link to={to('catalog', name)}>
              <NameLockup name={name} />
            </Link>
            : {fields.map((field) => FIELD_LABELS[field]).join(', ')}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface NamesProps {
  readonly title: string;
  readonly names: readonly string[];
  /** Where each of them comes from; not known of imports of earlier versions. */
  readonly rows: readonly ImportedRowOut[];
}

function Names({ title, names, rows }: NamesProps) {
  const to = useTo();
  const byName = useMemo(() => new Map(rows.map((row) => [row.name, row])), [rows]);
  if (names.length === 0) return null;
  return (
    <section>
      <h2 className={layout.above2}>
        {title} <span className={`${layout.optional} ${layout.numbers}`}>{number(names.length)}</span>
      </h2>
      <ul className={styles.names}>
        {names.map((name) => (
          <li key={name}>
            <Link to={to('catalog', name)}>
              <NameLockup name={name} />
            </Link>
            <Origin row={byName.get(name)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Its place in the document, and the other document that it was in last. */
function Origin({ row }: { readonly row: ImportedRowOut | undefined }) {
  if (!row) return null;
  const { pointer, source, otherSource } = row;
  const last = pointer === null ? source : otherSource;
  return (
    <span className={layout.metaWrapping}>
      {pointer !== null && (
        <>
          {' '}
          from <code>{pointer}</code>
        </>
      )}
      {last && `${pointer === null ? ' ' : ', '}last in ${otherSourceLabel(last)}`}
    </span>
  );
}
