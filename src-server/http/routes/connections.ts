import { notFound } from '../../base/errors';
import {
  type ConnectionIn,
  type ConnectionPatch,
  connectionInSchema,
  connectionListOutSchema,
  connectionOutSchema,
  connectionPatchSchema,
  connectionTestOutSchema,
} from '../../contract/connection';
import type { Connections } from '../../sync/connections';
import { bodyOf, type Route, route } from '../route';

/** Other instances that the admin pages can be aimed at. Tokens come in here and never go out. */
export function connectionRoutes(connections: Connections): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/connections',
      access: 'admin',
      summary: 'List the connections to other instances.',
      answers: { 200: connectionListOutSchema },
      handler: async () => ({ status: 200, body: { data: await connections.list() } }),
    },
    route({
      method: 'POST',
      path: '/connections',
      access: 'admin',
      summary: 'Test another instance and keep its address and token.',
      body: bodyOf<ConnectionIn>(connectionInSchema),
      answers: { 201: connectionOutSchema },
      errors: ['limit_reached', 'remote_unreachable'],
      handler: async ({ body }) => ({ status: 201, body: await connections.save(body) }),
    }),
    route({
      method: 'POST',
      path: '/connections/test',
      access: 'admin',
      summary: 'Test another instance without keeping anything.',
      body: bodyOf<ConnectionIn>(connectionInSchema),
      answers: { 200: connectionTestOutSchema },
      handler: async ({ body }) => ({ status: 200, body: await connections.test(body) }),
    }),
    route({
      method: 'PATCH',
      path: '/connections/{id}',
      access: 'admin',
      summary: 'Change what another instance is called and how the pages mark it.',
      body: bodyOf<ConnectionPatch>(connectionPatchSchema),
      answers: { 200: connectionOutSchema },
      handler: async ({ params, body }) => {
        const connection = await connections.update(params.id ?? '', body);
        if (!connection) throw notFound('Connection');
        return { status: 200, body: connection };
      },
    }),
    {
      method: 'DELETE',
      path: '/connections/{id}',
      access: 'admin',
      summary: 'Forget another instance and its token.',
      answers: { 204: null },
      handler: async ({ params }) => {
        if (!(await connections.delete(params.id ?? ''))) throw notFound('Connection');
        return { status: 204 };
      },
    },
  ];
}
