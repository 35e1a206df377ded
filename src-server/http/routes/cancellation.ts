import type { Clock } from '../../base/clock';
import { cancellationOperations } from '../../contract/operations/cancellation';
import type { Delivery } from '../../delivery/delivery';
import type { EndpointStore } from '../../storage/endpoint-store';
import { type Route, route } from '../route';
import { findEndpoint } from './endpoints';

interface CancellationRouteParts {
  readonly delivery: Delivery;
  readonly endpoints: EndpointStore;
  readonly clock: Clock;
}

/** Cancels what waits for an endpoint; with `dryRun`, only counts it. */
export function cancellationRoutes({ delivery, endpoints, clock }: CancellationRouteParts): readonly Route[] {
  return [
    route(cancellationOperations.cancelMessages, {
      access: 'portal',
      capability: 'ManageEndpoint',
      runsAt: 'endpoint-sender',
      summary:
        'Cancel waiting deliveries of the endpoint that were accepted before a given time. Recover and resend can send them again.',
      async handler({ application, params, body }) {
        const { id } = await findEndpoint(endpoints, application.id, params);
        const before = Math.min(Date.parse(body.createdBefore), clock.now());
        if (body.dryRun) {
          return { status: 200, body: { count: await delivery.cancellation.count(id, before) } };
        }
        await delivery.cancellation.cancel(id, before);
        return { status: 204 };
      },
    }),
  ];
}
