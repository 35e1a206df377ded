import type { Need } from '../../ui/needs/needs';

/** Why an instance is not asked where the connection leads to a folder. */
export const FOLDER_REASON =
  'A folder has event types and sets of feature flags, and nothing else of an instance.';

/** What the server of this page does for a working copy itself. */
const OF_ANY_COPY = / \/(connections|sync-receipts|share-links|portal-preview-drafts|background-task)(\/|$)/;

/** Whether an operation is one of an instance, which a folder is not. */
export function needsInstance(need: Need): boolean {
  return !OF_ANY_COPY.test(need);
}
