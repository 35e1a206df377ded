import type { Delivery } from '../delivery/delivery';
import type { SendRight } from '../delivery/endpoints/send-right';
import { findDelayed } from '../live/find-delayed';
import type { Traffic } from '../live/traffic';
import type { EndpointRecord } from '../storage/endpoint-record';
import type { EndpointStore } from '../storage/endpoint-store';
import type { ExplanationStore } from '../storage/messages/explanation-store';
import type { MessageArchive } from '../storage/messages/message-archive';
import {
  type BodyOf,
  type delayed,
  type deliveryState,
  ENDPOINTS_MAX,
  type explain,
  type minutes,
  type queues,
  type ReplyOf,
} from './peer-operations';

export interface OwnShareParts {
  readonly sendRight: Pick<SendRight, 'covers'>;
  readonly delivery: Pick<Delivery, 'endpointIds' | 'endpointIdsOf' | 'heldForMs' | 'explain'>;
  readonly traffic: Pick<Traffic, 'deliveryState' | 'unwritten' | 'waiting' | 'flow' | 'view'>;
  readonly endpoints: Pick<EndpointStore, 'get'>;
  readonly explanations: Pick<ExplanationStore, 'getEndpoint'>;
  readonly messages: Pick<MessageArchive, 'get'>;
}

/** What this node answers to others about the endpoints that it sends to. */
export function createOwnShare(parts: OwnShareParts) {
  const { sendRight, delivery, traffic, endpoints, explanations, messages } = parts;
  const covered = (ids: Iterable<string>) => [...ids].filter((id) => sendRight.covers(id));

  return {
    deliveryState: (): ReplyOf<typeof deliveryState> =>
      traffic.deliveryState(covered(delivery.endpointIds())),

    delayed: (): ReplyOf<typeof delayed> => ({
      endpoints: findDelayed(traffic, covered(delivery.endpointIds())).slice(0, ENDPOINTS_MAX),
    }),

    minutes({ applicationIds, sinceS, untilS }: BodyOf<typeof minutes>): ReplyOf<typeof minutes> {
      const ofAll = applicationIds.flatMap((applicationId) => {
        const ids = new Set(delivery.endpointIdsOf(applicationId));
        const found = ids.size === 0 ? [] : traffic.unwritten(ids, sinceS, untilS);
        return found.map(({ at, arrivals, sends, succeeded, failed }) => ({
          applicationId,
          at,
          arrivals,
          sends,
          succeeded,
          failed,
        }));
      });
      return { minutes: ofAll };
    },

    queues: ({ endpointIds }: BodyOf<typeof queues>): ReplyOf<typeof queues> => ({
      queues: covered(endpointIds).map((endpointId) => ({
        endpointId,
        waiting: traffic.waiting(endpointId),
        heldForMs: delivery.heldForMs(endpointId),
        flow: traffic.flow(endpointId),
      })),
    }),

    async explain(question: BodyOf<typeof explain>): Promise<ReplyOf<typeof explain>> {
      const { applicationId, messageId, endpointIds, exact } = question;
      const message = await messages.get(applicationId, messageId, false);
      if (!message) return { explanations: [] };
      const found: EndpointRecord[] = [];
      for (const id of covered(endpointIds)) {
        const endpoint =
          (await endpoints.get(applicationId, id)) ?? (await explanations.getEndpoint(applicationId, id));
        if (endpoint) found.push(endpoint);
      }
      const explained = await delivery.explain(message, found, exact);
      return {
        explanations: found.flatMap(({ id: endpointId }, n) => {
          const explanation = explained[n];
          return explanation ? [{ ...explanation, endpointId, absence: explanation.absence ?? null }] : [];
        }),
      };
    },
  };
}
