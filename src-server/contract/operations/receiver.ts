import { jsonOf, operation } from '../operation';
import { type ReceiverLogOut, receiverLogOutSchema } from '../receiver';

/** The operations behind `http/routes/receiver`. */
export const receiverOperations = {
  read: operation({
    method: 'GET',
    path: '/receiver/{bin}',
    responses: { 200: jsonOf<ReceiverLogOut>(receiverLogOutSchema) },
  }),
  clear: operation({
    method: 'DELETE',
    path: '/receiver/{bin}',
    responses: { 204: null },
  }),
};
