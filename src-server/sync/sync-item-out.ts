import type { SyncItemOut } from '../contract/sync';
import type { SyncItem } from '../storage/catalog/sync-receipt-store';

/** The outcome of an event type, in the form of receipts and tasks. */
export function toSyncItemOut({ name, outcome, reason }: SyncItem): SyncItemOut {
  return { name, outcome, ...(reason === null ? {} : { reason }) };
}
