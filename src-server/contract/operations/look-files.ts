import {
  type LookAddressIn,
  type LookAddressOut,
  type LookFileIn,
  type LookFileOut,
  lookAddressInSchema,
  lookAddressOutSchema,
  lookFileInSchema,
  lookFileOutSchema,
} from '../look-file';
import { jsonOf, operation } from '../operation';

/** The operations behind `http/routes/look-files`. */
export const lookFileOperations = {
  put: operation({
    method: 'PUT',
    path: '/portal/look/{kind}',
    body: jsonOf<LookFileIn>(lookFileInSchema),
    responses: { 200: jsonOf<LookFileOut>(lookFileOutSchema) },
  }),
  delete: operation({
    method: 'DELETE',
    path: '/portal/look/{kind}',
    responses: { 204: null },
  }),
  checkAddress: operation({
    method: 'POST',
    path: '/portal/look/check-address',
    body: jsonOf<LookAddressIn>(lookAddressInSchema),
    responses: { 200: jsonOf<LookAddressOut>(lookAddressOutSchema) },
  }),
};
