import { type Clock, toIsoTime } from '../../base/clock';
import { endpointPaceOperations } from '../../contract/operations/endpoint-pace';
import type { BlockingMessageOut, PaceOut } from '../../contract/pace';
import type { RateLimitStatusOut } from '../../contract/rate-limit-status';
import type { Delivery } from '../../delivery/delivery';
import type { OrderedHead } from '../../delivery/ordered-heads';
import type { EndpointStore } from '../../storage/endpoint-store';
import { type Route, route } from '../route';
import { findEndpoint } from './endpoints';

interface EndpointPaceParts {
  readonly endpoints: EndpointStore;
  readonly delivery: Pick<Delivery, 'paceOf' | 'limitedSince' | 'heads'>;
  readonly clock: Clock;
}

/** A shorter wait is not worth mentioning. */
const THROTTLED_AFTER_MS = 1000;

/** The current pace of an endpoint. */
export function endpointPaceRoutes({ endpoints, delivery, clock }: EndpointPaceParts): readonly Route[] {
  return [
    route(endpointPaceOperations.read, {
      access: 'any',
      capability: 'ViewBase',
      runsAt: 'endpoint-sender',
      summary:
        'Read the current rate of an endpoint, why it is below its limit, and which message an ordered one has to get first.',
      async handler({ application, params }) {
        const endpoint = await findEndpoint(endpoints, application.id, params);
        const { rateLimit, slowness, heldForMs } = delivery.paceOf(endpoint);
        const head = await delivery.heads.read(endpoint);
        const slowed = rateLimit !== null && slowness > 1;
        const body: PaceOut = {
          rateLimit,
          currentRate: rateLimit === null ? null : Number((rateLimit / slowness).toFixed(3)),
          heldUntil: heldForMs === null ? null : toIsoTime(clock.now() + heldForMs),
          reason: heldForMs !== null ? 'retry-after' : slowed ? 'overloaded' : null,
          blockedBy: head && head.attempts > 0 ? presentBlocking(head) : null,
        };
        return { status: 200, body };
      },
    }),
    route(endpointPaceOperations.readRateLimitStatus, {
      access: 'any',
      capability: 'ViewBase',
      runsAt: 'endpoint-sender',
      summary: 'Read whether deliveries to an endpoint wait for its limit.',
      async handler({ application, params }) {
        const endpoint = await findEndpoint(endpoints, application.id, params);
        const dueAt = delivery.limitedSince(endpoint);
        const throttled = dueAt !== null && clock.now() - dueAt >= THROTTLED_AFTER_MS;
        const body: RateLimitStatusOut = throttled
          ? { status: 'RateLimited', throttledSince: toIsoTime(dueAt) }
          : { status: 'Ok' };
        return { status: 200, body };
      },
    }),
  ];
}

function presentBlocking({ messageId, attempts, plannedAttempts, dueAt }: OrderedHead): BlockingMessageOut {
  const attempt = attempts + 1;
  // The schedule may have become shorter since the last attempt.
  const of = Math.max(attempt, plannedAttempts);
  return { messageId, attempt, plannedAttempts: of, dueAt: toIsoTime(dueAt) };
}
