import { notFound } from '../../base/errors';
import { connectionInSchema } from '../../contract/connection';
import type { Connections } from '../../sync/connections';
import { type Route, route } from '../route';

/** Other instances that the admin pages can be aimed at. Tokens come in here and never go out. */
export function connectionRoutes(connections: Connections): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: '/connections',
      access: 'admin',
      summary: 'List the connections to other instances.',
      handler: async () => ({ status: 200, body: { data: await connections.list() } }),
    }),
    route({
      method: 'POST',
      path: '/connections',
      access: 'admin',
      summary: 'Test another instance and keep its address and token.',
      body: connectionInSchema,
      handler: async ({ body }) => ({ status: 201, body: await connections.save(body) }),
    }),
    route({
      method: 'POST',
      path: '/connections/test',
      access: 'admin',
      summary: 'Test another instance without keeping anything.',
      body: connectionInSchema,
      handler: async ({ body }) => ({ status: 200, body: await connections.test(body) }),
    }),
    route({
      method: 'DELETE',
      path: '/connections/{id}',
      access: 'admin',
      summary: 'Forget another instance and its token.',
      handler: async ({ params }) => {
        if (!(await connections.delete(params.id ?? ''))) throw notFound('Connection');
        return { status: 204 };
      },
    }),
  ];
}
