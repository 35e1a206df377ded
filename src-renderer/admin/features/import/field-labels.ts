import type { ImportField, ImportRow } from '../../../../src-server/contract/import-plan';

/** The names of the fields of an event type in a sentence. */
export const FIELD_LABELS: Record<ImportField, string> = {
  description: 'description',
  schema: 'schema',
  featureFlags: 'feature flags',
  groupName: 'group',
  deprecated: 'deprecated',
  sunsetAt: 'sunset date',
  replacedBy: 'replacement',
  archived: 'archived',
};

/** "description, schema": what was edited by hand, and would be lost to the document. */
export function editedFields({ overwrites }: Pick<ImportRow, 'overwrites'>): string {
  return overwrites.map((field) => FIELD_LABELS[field]).join(', ');
}
