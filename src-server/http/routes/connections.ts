import { notFound } from '../../base/errors';
import type { ConnectionOut } from '../../contract/connection';
import { connectionOperations } from '../../contract/operations/connections';
import type { Connections } from '../../sync/connections';
import { checkTag, contentTag } from '../if-match';
import { type Route, route } from '../route';

/** Other instances that the admin pages can manage. Tokens go in and never come out. */
export function connectionRoutes({ connections }: { readonly connections: Connections }): readonly Route[] {
  return [
    route(connectionOperations.list, {
      access: 'admin',
      summary: 'List the connections to other instances.',
      handler: async () => ({ status: 200, body: { data: await connections.list() } }),
    }),
    route(connectionOperations.read, {
      access: 'admin',
      summary: 'Read one connection to another instance.',
      handler: async ({ params }) => respondWith(await connections.get(params.id)),
    }),
    route(connectionOperations.create, {
      access: 'admin',
      summary: 'Test another instance and save its address and token.',
      errors: ['limit_reached', 'remote_unreachable'],
      handler: async ({ body }) => ({ status: 201, body: await connections.save(body) }),
    }),
    route(connectionOperations.test, {
      access: 'admin',
      summary: 'Test another instance without saving anything.',
      handler: async ({ body }) => ({ status: 200, body: await connections.test(body) }),
    }),
    route(connectionOperations.change, {
      access: 'admin',
      summary: 'Change the name, marking or token of another instance. A new token is tested first.',
      errors: ['precondition_failed'],
      conditional: true,
      handler: async ({ params, body, ifMatch }) =>
        respondWith(
          await connections.update(params.id, body, (current) => checkTag(ifMatch, contentTag(current))),
        ),
    }),
    route(connectionOperations.delete, {
      access: 'admin',
      summary: 'Delete a connection and its token.',
      handler: async ({ params }) => {
        if (!(await connections.delete(params.id))) throw notFound('Connection');
        return { status: 204 };
      },
    }),
  ];
}

/** @throws ApiError not_found */
function respondWith(connection: ConnectionOut | undefined) {
  if (!connection) throw notFound('Connection');
  return { status: 200 as const, body: connection, tag: contentTag(connection) };
}
