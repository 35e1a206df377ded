import type { ImportField } from '../../../../src-server/contract/import-plan';

/** The names of the fields of an event type in a sentence. */
export const FIELD_LABELS: Record<ImportField, string> = {
  description: 'description',
  schema: 'schema',
  featureFlags: 'feature flags',
  groupName: 'group',
  deprecated: 'deprecated',
  archived: 'archived',
};
