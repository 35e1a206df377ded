import { FailureNotice } from '../../../ui/failure-notice';
import { LinkButton } from '../../../ui/link-button';
import { Skeleton } from '../../../ui/skeleton';
import { useReceipt } from '../../data/use-receipts';
import { ImportReceipt } from './import-receipt';
import styles from './import-screen.module.css';

export interface PastImportProps {
  readonly receiptId: string;
  /** Address of the import screen itself. */
  readonly backTo: string;
}

/** The receipt of an import of the past. */
export function PastImport({ receiptId, backTo }: PastImportProps) {
  const receipt = useReceipt(receiptId);
  if (receipt.data) return <ImportReceipt receipt={receipt.data} />;
  if (!receipt.error) return <Skeleton what="the receipt" rows={6} />;
  return (
    <div className={styles.notice}>
      <FailureNotice title="The receipt could not be read" cause={receipt.error} />
      <LinkButton to={backTo}>All imports</LinkButton>
    </div>
  );
}
