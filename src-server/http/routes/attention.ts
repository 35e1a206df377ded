import { type Clock, toIsoTime } from '../../base/clock';
import type { OtherNodes, QueueGlance } from '../../cluster/interface/other-nodes';
import type { AttentionOut } from '../../contract/attention';
import { type EndpointState, endpointState } from '../../contract/endpoint-state';
import { attentionOperations } from '../../contract/operations/attention';
import type { Delivery } from '../../delivery/delivery';
import type { Traffic } from '../../live/traffic';
import type { AttentionRecord, AttentionStore } from '../../storage/messages/attention-store';
import type { DeliveryStore } from '../../storage/messages/delivery-store';
import { STILL } from '../presenters/endpoint-states';
import { readDeliveryState } from '../read-delivery-state';
import { type Route, route } from '../route';

interface AttentionRouteParts {
  readonly attention: AttentionStore;
  readonly traffic: Pick<Traffic, 'waiting' | 'flow' | 'deliveryState'>;
  readonly delivery: Pick<Delivery, 'heldForMs' | 'endpointIds'>;
  readonly deliveries: Pick<DeliveryStore, 'countWaiting'>;
  /** Null: this server is the only one. */
  readonly otherNodes: OtherNodes | null;
  readonly clock: Clock;
}

/** What needs a person, over all applications. */
export function attentionRoutes(parts: AttentionRouteParts): readonly Route[] {
  const { attention, traffic, delivery, deliveries, otherNodes, clock } = parts;
  const glanceAt = async (endpointId: string): Promise<QueueGlance> => ({
    endpointId,
    // What no node says is counted.
    waiting: otherNodes?.sendsElsewhere(endpointId)
      ? await deliveries.countWaiting(endpointId)
      : traffic.waiting(endpointId),
    heldForMs: delivery.heldForMs(endpointId),
    flow: traffic.flow(endpointId),
  });
  const present = (
    { disabledReason, ...row }: AttentionRecord,
    state: EndpointState,
    { waiting, heldForMs, flow }: QueueGlance,
  ): AttentionOut => {
    const mayLeaveAt = heldForMs === null ? 0 : clock.now() + heldForMs;
    const isPlanned = state === 'failing' && row.nextDueAt !== null;
    return {
      appId: row.appId,
      appName: row.appName,
      endpointId: row.endpointId,
      url: row.url,
      state,
      disabledReason,
      causes: [...row.causes],
      since: isoOrNull(row.failingSince ?? row.disabledAt),
      changedAt: isoOrNull(row.changedAt || null),
      // The same count as in the live view.
      waiting,
      waitMs: row.isDelayed ? Math.round(flow?.waitMs ?? 0) : null,
      givenUp: row.givenUp,
      nextAttempt: isPlanned ? toIsoTime(Math.max(row.nextDueAt ?? 0, mayLeaveAt)) : null,
    };
  };
  return [
    route(attentionOperations.list, {
      access: 'admin',
      summary:
        'List the endpoints that need attention, the newest change first: those whose last attempt failed, those that were disabled automatically, and after them those whose messages are delayed. One that a person disabled is not among them. A success ends a failure; a disabled one stays until it is enabled or deleted, a delayed one until its queue is shorter.',
      async handler({ query }) {
        const { counts, endpoints } = await readDeliveryState(parts);
        const delayed = endpoints.flatMap((endpoint) =>
          endpoint.state === 'delayed' ? endpoint.endpointId : [],
        );
        // One may have become delayed since they were counted.
        const omitted = Math.max(0, counts.delayed - delayed.length);
        const { rows, iterator, done, total } = await attention.list({ ...query, delayed });
        const elsewhere = await otherNodes?.queues(rows.map(({ endpointId }) => endpointId));
        const data: AttentionOut[] = [];
        for (const row of rows) {
          const glance = elsewhere?.get(row.endpointId) ?? (await glanceAt(row.endpointId));
          data.push(present(row, stateOf(row, glance), glance));
        }
        return { status: 200, body: { data, iterator, done, total: total + omitted, omitted } };
      },
    }),
  ];
}

function stateOf(row: AttentionRecord, { flow }: QueueGlance): EndpointState {
  if (row.isDelayed) return 'delayed';
  const { paused, disabledReason, failingSince } = row;
  const facts = { paused, disabled: disabledReason !== null, isFailing: failingSince !== null };
  return endpointState(facts, flow ?? STILL);
}

function isoOrNull(atMs: number | null): string | null {
  return atMs === null ? null : toIsoTime(atMs);
}
