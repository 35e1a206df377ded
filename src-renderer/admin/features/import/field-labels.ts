import type { ImportField } from '../../../../src-server/contract/import-plan';

/** What the fields of an event type are called in a sentence. */
export const FIELD_LABELS: Record<ImportField, string> = {
  description: 'description',
  schema: 'schema',
  featureFlags: 'feature flags',
  groupName: 'group',
  deprecated: 'deprecated',
  archived: 'archived',
};
