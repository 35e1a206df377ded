import {
  type CancelMessagesIn,
  type CancelMessagesOut,
  cancelMessagesInSchema,
  cancelMessagesOutSchema,
  type SkipMessageIn,
  skipMessageInSchema,
} from '../cancellation';
import { jsonOf, operation } from '../operation';

/** The operations behind `http/routes/cancellation`. */
export const cancellationOperations = {
  cancelMessages: operation({
    method: 'POST',
    path: '/app/{app}/endpoint/{endpoint}/cancel-msgs',
    body: jsonOf<CancelMessagesIn>(cancelMessagesInSchema),
    responses: { 200: jsonOf<CancelMessagesOut>(cancelMessagesOutSchema), 204: null },
  }),
  skipMessage: operation({
    method: 'POST',
    path: '/app/{app}/endpoint/{endpoint}/skip',
    body: jsonOf<SkipMessageIn>(skipMessageInSchema),
    responses: { 204: null },
  }),
};
