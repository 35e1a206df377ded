import { type Clock, toIsoTime } from '../../base/clock';
import type { OtherNodes, QueueGlance } from '../../cluster/interface/other-nodes';
import type { AttentionOut, AttentionPageOut, SilentConsumerOut } from '../../contract/attention';
import { type EndpointState, endpointState } from '../../contract/endpoint-state';
import type { DeliveryStateOut } from '../../contract/traffic';
import type { Delivery } from '../../delivery/delivery';
import type { SilentConsumer } from '../../delivery/silent-consumers';
import type { Traffic } from '../../live/traffic';
import type { AttentionRecord, AttentionStore } from '../../storage/messages/attention-store';
import type { DeliveryStore } from '../../storage/messages/delivery-store';
import { STILL } from './endpoint-states';
import { presentLag } from './present-lag';

export interface AttentionSources {
  readonly attention: AttentionStore;
  readonly traffic: Pick<Traffic, 'waiting' | 'flow'>;
  readonly delivery: Pick<Delivery, 'heldForMs'>;
  readonly deliveries: Pick<DeliveryStore, 'countWaiting'>;
  /** Null: this server is the only one. */
  readonly otherNodes: OtherNodes | null;
  /** What notices tell too: both say the same. */
  readonly silentConsumers: () => Promise<readonly SilentConsumer[]>;
  readonly clock: Clock;
}

/**
 * Reads a page of the endpoints that need attention.
 * @param state of all endpoints: it says which are delayed
 */
export async function readAttention(
  sources: AttentionSources,
  query: { readonly limit?: number | undefined; readonly iterator?: string | undefined },
  state: DeliveryStateOut,
): Promise<AttentionPageOut> {
  const delayed = state.endpoints.flatMap((endpoint) =>
    endpoint.state === 'delayed' ? endpoint.endpointId : [],
  );
  // One may have become delayed since they were counted.
  const omitted = Math.max(0, state.counts.delayed - delayed.length);
  const { rows, iterator, done, total } = await sources.attention.list({ ...query, delayed });
  const elsewhere = await sources.otherNodes?.queues(rows.map(({ endpointId }) => endpointId));
  const data: AttentionOut[] = [];
  for (const row of rows) {
    const glance = elsewhere?.get(row.endpointId) ?? (await glanceAt(sources, row.endpointId));
    data.push(present(row, stateOf(row, glance), glance, sources.clock));
  }
  const silent = query.iterator === undefined ? await sources.silentConsumers() : [];
  return { data, iterator, done, total: total + omitted, omitted, silent: silent.map(presentSilent) };
}

function presentSilent({ name, polledAt, lag, ...record }: SilentConsumer): SilentConsumerOut {
  const { appId, appName, pollerId, uid, description } = record;
  return {
    ...{ appId, appName, pollerId, uid, description, consumer: name },
    lastPolledAt: toIsoTime(polledAt),
    ...presentLag(lag),
  };
}

async function glanceAt(
  { traffic, delivery, deliveries, otherNodes }: AttentionSources,
  endpointId: string,
): Promise<QueueGlance> {
  return {
    endpointId,
    // What no node says is counted.
    waiting: otherNodes?.sendsElsewhere(endpointId)
      ? await deliveries.countWaiting(endpointId)
      : traffic.waiting(endpointId),
    heldForMs: delivery.heldForMs(endpointId),
    flow: traffic.flow(endpointId),
  };
}

function present(
  { disabledReason, ...row }: AttentionRecord,
  state: EndpointState,
  { waiting, heldForMs, flow }: QueueGlance,
  clock: Clock,
): AttentionOut {
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
