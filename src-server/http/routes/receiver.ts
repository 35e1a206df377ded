import { receiverLogOutSchema } from '../../contract/receiver';
import type { Receiver } from '../receiver';
import type { Route } from '../route';

/** What the built-in receiver has received. */
export function receiverRoutes(receiver: Receiver): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/receiver/{bin}',
      access: 'admin',
      summary: 'List what the built-in receiver got in one bin, the newest first.',
      answers: { 200: receiverLogOutSchema },
      handler: ({ params }) => ({ status: 200, body: receiver.read(params.bin ?? '') }),
    },
    {
      method: 'DELETE',
      path: '/receiver/{bin}',
      access: 'admin',
      summary: 'Forget what the built-in receiver got in one bin.',
      answers: { 204: null },
      handler: ({ params }) => {
        receiver.clear(params.bin ?? '');
        return { status: 204 };
      },
    },
  ];
}
