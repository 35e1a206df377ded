import { receiverOperations } from '../../contract/operations/receiver';
import type { Receiver } from '../receiver';
import { type Route, route } from '../route';

/** What the built-in receiver has received. */
export function receiverRoutes({ receiver }: { readonly receiver: Receiver }): readonly Route[] {
  return [
    route(receiverOperations.read, {
      access: 'admin',
      summary: 'List the requests in one bin of the built-in receiver, newest first.',
      handler: ({ params }) => ({ status: 200, body: receiver.read(params.bin) }),
    }),
    route(receiverOperations.clear, {
      access: 'admin',
      summary: 'Delete the requests in one bin of the built-in receiver.',
      handler: ({ params }) => {
        receiver.clear(params.bin);
        return { status: 204 };
      },
    }),
  ];
}
