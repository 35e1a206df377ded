import { visibleFlags } from '../../access/visibility';
import { toIsoTime } from '../../base/clock';
import { OVERVIEW_HOURS } from '../../contract/fleet';
import { overviewOperations } from '../../contract/operations/overview';
import { OVERVIEW_ROWS, type OverviewOut } from '../../contract/overview';
import type { DeliveryStateOut } from '../../contract/traffic';
import { HourTotals } from '../../live/hour-totals';
import type { Traffic } from '../../live/traffic';
import type { EventTypeChangeStore } from '../../storage/catalog/event-type-change-store';
import type { SendingPauseStore } from '../../storage/installation/sending-pause-store';
import type { AllEndpointStore } from '../../storage/messages/all-endpoint-store';
import { type AttentionSources, readAttention } from '../presenters/attention-page';
import { presentChange } from '../presenters/present-change';
import { presentSending } from '../presenters/present-sending';
import { type DeliveryStateSources, readDeliveryState } from '../read-delivery-state';
import { type Route, route } from '../route';

type OverviewRouteParts = AttentionSources &
  DeliveryStateSources & {
    readonly allEndpoints: AllEndpointStore;
    readonly eventTypeChanges: EventTypeChangeStore;
    readonly sendingPause: Pick<SendingPauseStore, 'since'>;
    readonly traffic: Pick<Traffic, 'unwritten'>;
  };

const HOUR_S = 3600;

/** How the instance is, in one response. */
export function overviewRoutes(parts: OverviewRouteParts): readonly Route[] {
  const hourTotals = new HourTotals(parts);
  return [
    route(overviewOperations.read, {
      access: 'admin',
      readsMany: true,
      summary: 'Read how the instance is, at a glance.',
      description:
        'Attempts of the last 24 hours, what needs attention, the longest queues, and the last changes of the catalog. Each figure is the one of the operation that lists it.',
      async handler({ principal }) {
        const state = await readDeliveryState(parts);
        const [applications, { since, ...hours }, attention, queues, changes] = await Promise.all([
          parts.allEndpoints.countApplications(),
          readHours(parts, hourTotals),
          readAttention(parts, { limit: OVERVIEW_ROWS.attention }, state),
          readQueues(parts, state),
          parts.eventTypeChanges.list({
            ...{ visibleFlags: visibleFlags(principal), since: null, iterator: null },
            limit: OVERVIEW_ROWS.changes,
          }),
        ]);
        const body: OverviewOut = {
          sending: presentSending(parts.sendingPause),
          applications,
          waiting: state.waiting,
          since,
          ...hours,
          attention: { data: attention.data, total: attention.total, silent: attention.silent },
          queues,
          changes: changes.data.map(presentChange),
        };
        return { status: 200, body };
      },
    }),
  ];
}

async function readHours(
  { clock, delivery }: Pick<OverviewRouteParts, 'clock' | 'delivery'>,
  hourTotals: HourTotals,
): Promise<Pick<OverviewOut, 'since' | 'succeeded' | 'failed'>> {
  const nowS = Math.floor(clock.now() / 1000);
  const sinceS = nowS - (nowS % HOUR_S) - (OVERVIEW_HOURS - 1) * HOUR_S;
  const sums = await hourTotals.read(sinceS, OVERVIEW_HOURS, new Set(delivery.endpointIds()));
  const [succeeded, failed] = [
    new Array<number>(OVERVIEW_HOURS).fill(0),
    new Array<number>(OVERVIEW_HOURS).fill(0),
  ];
  for (const sum of sums) {
    succeeded[sum.hour] = (succeeded[sum.hour] ?? 0) + sum.succeeded;
    failed[sum.hour] = (failed[sum.hour] ?? 0) + sum.failed;
  }
  return { since: toIsoTime(sinceS * 1000), succeeded, failed };
}

async function readQueues(
  { allEndpoints }: Pick<OverviewRouteParts, 'allEndpoints'>,
  { endpoints }: DeliveryStateOut,
): Promise<OverviewOut['queues']> {
  const longest = endpoints
    .filter(({ queue }) => queue > 0)
    .sort((a, b) => b.queue - a.queue)
    .slice(0, OVERVIEW_ROWS.queues);
  const named = new Map(
    (await allEndpoints.named(longest.map(({ endpointId }) => endpointId))).map((endpoint) => [
      endpoint.id,
      endpoint,
    ]),
  );
  return longest.flatMap((traffic) => {
    const endpoint = named.get(traffic.endpointId);
    if (!endpoint) return [];
    const { appName, url, ordered } = endpoint;
    return { appName, url, ordered, traffic };
  });
}
