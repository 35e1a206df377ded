import { attentionOperations } from '../../contract/operations/attention';
import { type AttentionSources, readAttention } from '../presenters/attention-page';
import { type DeliveryStateSources, readDeliveryState } from '../read-delivery-state';
import { type Route, route } from '../route';

/** What needs a person, over all applications. */
export function attentionRoutes(parts: AttentionSources & DeliveryStateSources): readonly Route[] {
  return [
    route(attentionOperations.list, {
      access: 'admin',
      summary:
        'List the endpoints that need attention, the newest change first: those whose last attempt failed, those that were disabled automatically, and after them those whose messages are delayed. One that a person disabled is not among them. A success ends a failure; a disabled one stays until it is enabled or deleted, a delayed one until its queue is shorter.',
      handler: async ({ query }) => ({
        status: 200,
        body: await readAttention(parts, query, await readDeliveryState(parts)),
      }),
    }),
  ];
}
