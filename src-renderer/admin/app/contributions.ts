import { applicationsContribution } from '../features/applications/contribution';
import { catalogContribution } from '../features/catalog/contribution';
import { changesContribution } from '../features/changes/contribution';
import { importContribution } from '../features/import/contribution';
import type { Contribution } from '../platform/contribution';

/** What the features add to the window. The status bar shows their items in this order. */
export const CONTRIBUTIONS: readonly Contribution[] = [
  catalogContribution,
  changesContribution,
  applicationsContribution,
  importContribution,
];
