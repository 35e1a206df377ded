import { type Clock, toIsoTime } from '../../base/clock';
import type { AttentionOut } from '../../contract/attention';
import { type EndpointState, endpointState } from '../../contract/endpoint-state';
import { attentionOperations } from '../../contract/operations/attention';
import type { Delivery } from '../../delivery/delivery';
import type { OtherNodes, QueueGlance } from '../../delivery/other-nodes';
import type { Traffic } from '../../live/traffic';
import type { AttentionRecord, AttentionStore } from '../../storage/attention-store';
import { STILL } from '../endpoint-states';
import { type Route, route } from '../route';

interface AttentionRouteParts {
  readonly attention: AttentionStore;
  readonly traffic: Pick<Traffic, 'waiting' | 'flow'>;
  readonly delivery: Pick<Delivery, 'heldForMs'>;
  /** Null: this server is the only one. */
  readonly otherNodes: OtherNodes | null;
  readonly clock: Clock;
}

/** What needs a person, over all applications. */
export function attentionRoutes({
  attention,
  traffic,
  delivery,
  otherNodes,
  clock,
}: AttentionRouteParts): readonly Route[] {
  const glanceAt = (endpointId: string): QueueGlance => ({
    endpointId,
    waiting: traffic.waiting(endpointId),
    heldForMs: delivery.heldForMs(endpointId),
    flow: traffic.flow(endpointId),
  });
  const present = (
    { paused, disabledReason, ...row }: AttentionRecord,
    state: EndpointState,
    { waiting, heldForMs }: QueueGlance,
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
      givenUp: row.givenUp,
      nextAttempt: isPlanned ? toIsoTime(Math.max(row.nextDueAt ?? 0, mayLeaveAt)) : null,
    };
  };
  return [
    route(attentionOperations.list, {
      access: 'admin',
      summary:
        'List the endpoints that need attention, the newest change first: those whose last attempt failed, and those that were disabled automatically. One that a person disabled is not among them. A success removes an endpoint from the list; a disabled one stays until it is enabled or deleted.',
      async handler({ query }) {
        const { rows, iterator, done, total } = await attention.list(query);
        const elsewhere = await otherNodes?.queues(rows.map(({ endpointId }) => endpointId));
        const data = rows.map((row) => {
          const glance = elsewhere?.get(row.endpointId) ?? glanceAt(row.endpointId);
          return present(row, stateOf(row, glance), glance);
        });
        return { status: 200, body: { data, iterator, done, total } };
      },
    }),
  ];
}

function stateOf({ paused, disabledReason, failingSince }: AttentionRecord, { flow }: QueueGlance) {
  const facts = { paused, disabled: disabledReason !== null, isFailing: failingSince !== null };
  return endpointState(facts, flow ?? STILL);
}

function isoOrNull(atMs: number | null): string | null {
  return atMs === null ? null : toIsoTime(atMs);
}
