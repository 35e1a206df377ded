import { jsonOf, operation } from '../operation';
import { type ReceiverLogOut, receiverLogOutSchema } from '../receiver';

/** The operations behind `http/routes/receiver`. */
export const receiverOperations = {
  read: operation({
    method: 'GET',
    path: '/receiver/{bin}',
    answers: { 200: jsonOf<ReceiverLogOut>(receiverLogOutSchema) },
  }),
  clear: operation({
    method: 'DELETE',
    path: '/receiver/{bin}',
    answers: { 204: null },
  }),
};
