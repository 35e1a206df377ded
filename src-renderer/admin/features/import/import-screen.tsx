import { FileUp } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button';
import { Skeleton } from '../../../ui/skeleton';
import { useReceipt } from '../../data/use-receipts';
import { useConnection } from '../../data/working-copy/use-connections';
import { useInstance, useTo } from '../../platform/instance';
import { ChooseDocument } from './choose-document';
import { DocumentFailure } from './document-failure';
import { ImportPreview } from './import-preview';
import { ImportProgress } from './import-progress';
import { ImportReceipt } from './import-receipt';
import styles from './import-screen.module.css';
import { useImportRun, useImportWork } from './use-import-run';

/**
 * Turns OpenAPI into event types in three steps: choose, review, apply. Nothing is written before the third. The state
 * is outside the screen, so that leaving and coming back loses nothing. `?receipt=` shows a past import.
 */
export function ImportScreen() {
  const run = useImportRun();
  const to = useTo();
  const { id, isCopy } = useInstance();
  const instance = useConnection(id)?.name ?? 'the instance';
  const [query, setQuery] = useSearchParams();
  const receiptId = query.get('receipt') ?? '';
  const source = useImportWork(run, (work) => work.source);
  const plan = useImportWork(run, (work) => work.plan);
  const receipt = useImportWork(run, (work) => work.receipt);
  const failure = useImportWork(run, (work) => work.failure);
  const startOver = () => {
    run.startOver();
    if (receiptId !== '') setQuery({}, { replace: true });
  };
  const hasSomething = source !== null || receipt !== null || receiptId !== '';
  return (
    <div className={layout.screen}>
      <title>Import · Posthorn</title>
      <header className={`${layout.rowCenteredWide} ${layout.underlined} ${styles.head}`}>
        <h1 className={layout.screenTitle}>Import from OpenAPI</h1>
        {receiptId === '' && source && (
          <span className={`${layout.code} ${layout.cut} ${styles.file}`} title={source.name}>
            {source.name}
            {plan && documentLabel(plan.document)}
          </span>
        )}
        <span className={layout.space} />
        {hasSomething && (
          <Button size="small" icon={<FileUp aria-hidden />} onPress={startOver}>
            Choose another
          </Button>
        )}
      </header>
      {isCopy && (
        <p className={styles.aside}>
          Compared with the working copy of {instance}. What you import goes into it, even offline.
        </p>
      )}
      {receiptId !== '' ? (
        <PastImport receiptId={receiptId} backTo={to('import')} />
      ) : receipt ? (
        <ImportReceipt receipt={receipt} isFresh />
      ) : !source ? (
        <ChooseDocument />
      ) : plan ? (
        <ImportPreview run={run} plan={plan} />
      ) : failure ? (
        <DocumentFailure cause={failure.cause} onRetry={() => void run.plan()} />
      ) : (
        <ImportProgress run={run} />
      )}
    </div>
  );
}

function documentLabel(document: { title: string; version: string; openapi: string }): string {
  const { title, version, openapi } = document;
  return [`, OpenAPI ${openapi}`, title && `: ${title}`, version && ` ${version}`].filter(Boolean).join('');
}

interface PastImportProps {
  readonly receiptId: string;
  /** Address of the import screen itself. */
  readonly backTo: string;
}

/** The receipt of a past import. */
function PastImport({ receiptId, backTo }: PastImportProps) {
  const receipt = useReceipt(receiptId);
  if (receipt.data) return <ImportReceipt receipt={receipt.data} />;
  if (!receipt.error) return <Skeleton what="the receipt" rows={6} />;
  return (
    <div className={`${layout.stack3} ${layout.top} ${styles.notice}`}>
      <FailureNotice title="The receipt could not be loaded" cause={receipt.error} />
      <LinkButton to={backTo}>All imports</LinkButton>
    </div>
  );
}
