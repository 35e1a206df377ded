import { fromPointer } from '../../../../../src-server/json-schema/json-pointer';
import { dropUnfinished } from '../../../parts/schema-drafts/schema-drafts';
import { deleteRow } from '../model/field-edits';
import { toastLastStep } from './toast-last-step';
import type { SchemaDocument } from './use-schema-draft';
import type { RowProblem } from './use-schema-problems';

/** Settles a problem in the one way that needs no decision: removes what is unused, discards what was typed. */
export function settleProblem({ key, edit }: SchemaDocument, { pointer, row, field }: RowProblem): void {
  if (field !== undefined) {
    dropUnfinished(key, { pointer, field });
    return;
  }
  const path = fromPointer(row);
  if (edit((root) => deleteRow(root, path))) toastLastStep(`Removed ${path.join('/')}`, key);
}
