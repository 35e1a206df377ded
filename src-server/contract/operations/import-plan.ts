import { announceQuery } from '../announce-query';
import {
  type ImportApplyIn,
  type ImportPlanIn,
  type ImportPlanOut,
  importApplyInSchema,
  importPlanInSchema,
  importPlanOutSchema,
} from '../import-plan';
import { type ImportProgressOut, importProgressOutSchema } from '../import-progress';
import { type AppliedReceiptOut, appliedReceiptOutSchema } from '../import-receipt';
import { jsonOf, operation } from '../operation';

/** The operations behind `http/routes/import-plan`. */
export const importPlanOperations = {
  plan: operation({
    method: 'POST',
    path: '/event-type/import/plan',
    body: jsonOf<ImportPlanIn>(importPlanInSchema),
    responses: { 200: jsonOf<ImportPlanOut>(importPlanOutSchema) },
  }),
  apply: operation({
    method: 'POST',
    path: '/event-type/import/apply',
    query: announceQuery,
    body: jsonOf<ImportApplyIn>(importApplyInSchema),
    responses: { 200: jsonOf<AppliedReceiptOut>(appliedReceiptOutSchema) },
  }),
  readProgress: operation({
    method: 'GET',
    path: '/event-type/import/progress',
    responses: { 200: jsonOf<ImportProgressOut>(importProgressOutSchema) },
  }),
};
