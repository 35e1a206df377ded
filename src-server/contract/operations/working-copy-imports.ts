import {
  type ImportApplyIn,
  type ImportPlanIn,
  type ImportPlanOut,
  importApplyInSchema,
  importPlanInSchema,
  importPlanOutSchema,
} from '../import-plan';
import { type AppliedReceiptOut, appliedReceiptOutSchema } from '../import-receipt';
import { jsonOf, operation } from '../operation';

/** The operations behind `http/routes/working-copy-imports`. */
export const workingCopyImportOperations = {
  plan: operation({
    method: 'POST',
    path: '/connections/{id}/working-copy/import/plan',
    body: jsonOf<ImportPlanIn>(importPlanInSchema),
    responses: { 200: jsonOf<ImportPlanOut>(importPlanOutSchema) },
  }),
  apply: operation({
    method: 'POST',
    path: '/connections/{id}/working-copy/import/apply',
    body: jsonOf<ImportApplyIn>(importApplyInSchema),
    responses: { 200: jsonOf<AppliedReceiptOut>(appliedReceiptOutSchema) },
  }),
};
