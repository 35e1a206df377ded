import type { Clock } from '../../base/clock';
import { cancellationOperations } from '../../contract/operations/cancellation';
import type { Delivery } from '../../delivery/delivery';
import { noteAsked } from '../../storage/audit-scope';
import type { EndpointStore } from '../../storage/endpoint-store';
import type { MessageArchive } from '../../storage/messages/message-archive';
import { type Route, route } from '../route';
import { findEndpoint } from './endpoints';
import { findMessage } from './messages';

interface CancellationRouteParts {
  readonly delivery: Delivery;
  readonly endpoints: EndpointStore;
  readonly messages: MessageArchive;
  readonly clock: Clock;
}

/** Ends what waits for an endpoint: all that is older, or the one message that holds the others. */
export function cancellationRoutes(parts: CancellationRouteParts): readonly Route[] {
  const { delivery, endpoints, messages, clock } = parts;
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
    route(cancellationOperations.skipMessage, {
      access: 'portal',
      capability: 'ManageEndpoint',
      runsAt: 'endpoint-sender',
      errors: ['conflict'],
      summary:
        'Skip the message that an ordered endpoint must receive before all others: its delivery is given up, and the next message is sent. An attempt in flight ends first. 409 if another message comes first, or this one was delivered. Recover and resend can send it again.',
      async handler({ application, params, body }) {
        const endpoint = await findEndpoint(endpoints, application.id, params);
        const { id } = await findMessage(messages, application.id, { message: body.messageId }, false);
        noteAsked({ skipped: id });
        await delivery.heads.skip(endpoint, id);
        return { status: 204 };
      },
    }),
  ];
}
