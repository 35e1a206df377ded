import { jsonOf, operation } from '../operation';
import { type SendingIn, type SendingOut, sendingInSchema, sendingOutSchema } from '../sending';

/** The operations behind `http/routes/sending`. */
export const sendingOperations = {
  read: operation({
    method: 'GET',
    path: '/sending',
    responses: { 200: jsonOf<SendingOut>(sendingOutSchema) },
  }),
  change: operation({
    method: 'PUT',
    path: '/sending',
    body: jsonOf<SendingIn>(sendingInSchema),
    responses: { 200: jsonOf<SendingOut>(sendingOutSchema) },
  }),
};
