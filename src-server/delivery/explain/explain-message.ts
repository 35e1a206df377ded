import type { Clock } from '../../base/clock';
import { AHEAD_MOST, type SendAgain } from '../../contract/explanation';
import type { EndpointRecord } from '../../storage/endpoint-record';
import type {
  ExplainedDelivery,
  ExplanationStore,
  LastAttempt,
} from '../../storage/messages/explanation-store';
import type { MessageRecord } from '../../storage/messages/message-archive';
import type { EndpointDirectory } from '../endpoints/endpoint-directory';
import type { FilterReasons } from '../endpoints/filter-reasons';
import { type FindGroupNames, groupNamesFor } from '../endpoints/group-names';
import { takesMessage } from '../endpoints/match-endpoints';
import type { SendRight } from '../endpoints/send-right';
import type { Engine } from '../engine/engine';
import type { NetworkWatch } from '../engine/network-watch';
import type { RetrySettings } from '../engine/retry-policy';
import { explainAgain } from './explain-again';
import {
  type AttemptFacts,
  type DeliveryFacts,
  type EndedFacts,
  type Explanation,
  explainDelivery,
  type WaitingFacts,
} from './explain-delivery';

interface MessageExplainerParts {
  readonly now: () => number;
  readonly store: ExplanationStore;
  readonly directory: EndpointDirectory;
  readonly findGroupNames: FindGroupNames;
  readonly filterReasons: FilterReasons;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly retry: RetrySettings;
  /** How long a delivery is kept after it ended, in milliseconds. */
  readonly retentionMs: number;
  /** Since when all sending is paused. Null: it is not. */
  readonly pausedSince: () => number | null;
  readonly network: Pick<NetworkWatch, 'heldSince'>;
  readonly sendRight: Pick<SendRight, 'covers'>;
}

/**
 * Says for each of these endpoints, in the given order, why a message of their application did, or did not, arrive.
 * Costs four reads, and an index read per waiting delivery: together these count at most AHEAD_MOST rows; and, where a
 * filter may have kept it from an endpoint, its payload.
 * @param exact true says which address was refused and why, and what a filter includes; for the admin only
 */
export type MessageExplainer = (
  message: MessageRecord,
  endpoints: readonly EndpointRecord[],
  exact: boolean,
) => Promise<ExplainedMessage[]>;

/** Why, and what sending it again would do; see `explainAgain`. */
export interface ExplainedMessage extends Explanation {
  readonly again: SendAgain | null;
}

export function createMessageExplainer(parts: MessageExplainerParts): MessageExplainer {
  const { now, clock, store, directory, engine, retry } = parts;

  /** Why an attempt got no response, for this reader. */
  function attemptFacts(attempt: LastAttempt | undefined, exact: boolean): AttemptFacts | null {
    if (!attempt) return null;
    const { responseStatusCode: status, reason, exactReason } = attempt;
    if (reason === 'EXPUNGED') return { status, reason: '' };
    const detail = exact && exactReason !== null ? ` (${exactReason})` : '';
    return { status, reason: reason.replace(/\s+/g, ' ') + detail };
  }

  async function waitingFacts(
    endpoint: EndpointRecord,
    delivery: ExplainedDelivery,
    lastAttempt: AttemptFacts | null,
    most: number,
  ): Promise<WaitingFacts> {
    const dueAt = delivery.dueAt ?? 0;
    const queue = engine.queuePositionOf(endpoint.id, delivery.id);
    const found = queue.onItsWay ? 0 : await store.countAhead({ ...delivery, dueAt }, most + 1);
    // Deliveries in flight still wait in the table, but are no longer ahead of anything.
    const count = found > most ? most : Math.max(0, found - queue.unsettled);
    const perSecond = directory.rateLimitOf(endpoint);
    const backOff = engine.queues.backOffOf(endpoint.id);
    const pauseUs = (backOff?.heldUntilUs ?? 0) - clock.monotonicUs();
    const first =
      endpoint.ordered && !queue.onItsWay ? await store.readFirstAttempted(endpoint.id) : undefined;
    const application = endpoint.rateLimit === null ? directory.applicationOf(endpoint)?.name : undefined;
    return {
      dueAt,
      attempts: delivery.attemptCount - delivery.extraCount,
      isExtra: delivery.scheduledAt !== null && delivery.scheduledAt > now(),
      manual: delivery.manual,
      lastAttempt,
      onItsWay: queue.onItsWay,
      isUnheard: !parts.sendRight.covers(endpoint.id),
      ahead: { count, more: found > most },
      behind:
        first && first.id !== delivery.id
          ? {
              messageId: first.messageId,
              attempts: first.attemptCount - first.extraCount,
              dueAt: first.dueAt,
            }
          : null,
      limit: perSecond === null ? null : { perSecond, application: application ?? null },
      pausedUntil: pauseUs > 0 ? now() + Math.ceil(pauseUs / 1000) : null,
      slowness: backOff?.slowness ?? 1,
      unfinished: queue.full ? queue.inFlight : null,
      serverFull: queue.turnedAway,
    };
  }

  return async (message, endpoints, exact) => {
    const deliveries = await store.readDeliveries(
      message.id,
      endpoints.map(({ id }) => id),
    );
    const attempts = await store.readLastAttempts(deliveries.map(({ id }) => id));
    const attemptOf = new Map(attempts.map((attempt) => [attempt.deliveryId, attempt]));
    const waitingCount = deliveries.filter(({ state }) => state === 'waiting').length;
    const most = Math.max(1, Math.floor(AHEAD_MOST / Math.max(1, waitingCount)));
    const groupNames = await groupNamesFor(parts.findGroupNames, [message.eventType], endpoints);
    const grouped = { ...message, groupName: groupNames.get(message.eventType) ?? null };
    const missed = endpoints.filter(
      (endpoint) =>
        endpoint.filter !== null &&
        takesMessage(endpoint, grouped) &&
        deliveries.every(({ endpointId }) => endpointId !== endpoint.id),
    );
    const refusals = await parts.filterReasons(
      message,
      missed.flatMap(({ filter }) => (filter === null ? [] : [filter])),
      exact ? 'exact' : 'without-types',
    );
    const removedBefore = await store.readRemovedBefore();
    const refusalOf = new Map(missed.map(({ id }, at) => [id, refusals[at] ?? null]));
    const explanations: ExplainedMessage[] = [];
    for (const endpoint of endpoints) {
      const of = (state: ExplainedDelivery['state']) =>
        deliveries.find((delivery) => delivery.endpointId === endpoint.id && delivery.state === state);
      const lastAttempt = (delivery: ExplainedDelivery) => attemptFacts(attemptOf.get(delivery.id), exact);
      const ended = (delivery: ExplainedDelivery | undefined): EndedFacts | null =>
        delivery
          ? {
              endedAt: delivery.finishedAt ?? 0,
              attempts: delivery.attemptCount - delivery.extraCount,
              allAttempts: delivery.allAttempts,
              manual: delivery.manual,
              skipped: delivery.skipped,
              lastAttempt: lastAttempt(delivery),
            }
          : null;
      const waiting = of('waiting');
      const facts: DeliveryFacts = {
        now: now(),
        message: grouped,
        endpoint,
        sendingPausedSince: parts.pausedSince(),
        noNetworkSince: parts.network.heldSince(engine.queues.get(endpoint.id)),
        retentionMs: parts.retentionMs,
        removedBefore,
        exact,
        refusal: refusalOf.get(endpoint.id) ?? null,
        plannedAttempts: retry.scheduleS.length + 1,
        delivered: ended(of('delivered')),
        failed: ended(of('failed')),
        canceled: ended(of('canceled')),
        waiting: waiting ? await waitingFacts(endpoint, waiting, lastAttempt(waiting), most) : null,
      };
      explanations.push({ ...explainDelivery(facts), again: explainAgain(facts) });
    }
    return explanations;
  };
}
