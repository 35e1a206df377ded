import type { SyncItemOut } from '../contract/sync';
import type { SyncItem } from '../storage/sync-receipt-store';

/** What became of an event type, as receipts and tasks say it. */
export function toSyncItemOut({ name, outcome, reason }: SyncItem): SyncItemOut {
  return { name, outcome, ...(reason === null ? {} : { reason }) };
}
