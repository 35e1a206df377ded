import { jsonOf, operation } from '../operation';
import {
  type TargetConsentIn,
  type TargetConsentListOut,
  type TargetConsentOut,
  targetConsentInSchema,
  targetConsentListOutSchema,
  targetConsentOutSchema,
} from '../target-consent';

/** The operations behind `http/routes/target-consent`. */
export const targetConsentOperations = {
  list: operation({
    method: 'GET',
    path: '/target-consent',
    responses: { 200: jsonOf<TargetConsentListOut>(targetConsentListOutSchema) },
  }),
  create: operation({
    method: 'POST',
    path: '/target-consent',
    body: jsonOf<TargetConsentIn>(targetConsentInSchema),
    responses: { 201: jsonOf<TargetConsentOut>(targetConsentOutSchema) },
  }),
  delete: operation({
    method: 'DELETE',
    path: '/target-consent/{id}',
    responses: { 204: null },
  }),
};
