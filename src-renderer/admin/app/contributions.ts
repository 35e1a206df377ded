import { applicationsContribution } from '../features/applications/contribution';
import { catalogContribution } from '../features/catalog/contribution';
import { changesContribution } from '../features/changes/contribution';
import { deliveriesContribution } from '../features/deliveries/contribution';
import { importContribution } from '../features/import/contribution';
import { settingsContribution } from '../features/settings/contribution';
import type { Contribution } from '../platform/contribution';

/** What the features add to the window. The palette shows their rows in this order. */
export const CONTRIBUTIONS: readonly Contribution[] = [
  settingsContribution,
  catalogContribution,
  changesContribution,
  applicationsContribution,
  deliveriesContribution,
  importContribution,
];
