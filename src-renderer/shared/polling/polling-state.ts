import type { PollingConsumerOut, PollingEndpointOut } from '../../../src-server/contract/polling-endpoint';

/** How long a consumer with a lag may be silent before it is said to be, as for the notice. */
const SILENT_MS = 86_400_000;

type Poller = Pick<PollingEndpointOut, 'id' | 'uid' | 'description' | 'disabled'>;

/** Whether a polling endpoint is polled; `silent`: one of its consumers no longer polls, though messages wait for it. */
export type PollingState = 'active' | 'silent' | 'idle' | 'disabled';

export function pollingState(
  { disabled }: Pick<Poller, 'disabled'>,
  consumers: readonly Pick<PollingConsumerOut, 'lastPolledAt' | 'lagSince'>[],
  nowMs: number,
): PollingState {
  if (disabled) return 'disabled';
  const isLongAgo = (at: string | null) => at !== null && nowMs - Date.parse(at) >= SILENT_MS;
  if (consumers.some(({ lastPolledAt, lagSince }) => isLongAgo(lastPolledAt) && isLongAgo(lagSince)))
    return 'silent';
  return consumers.some(({ lastPolledAt }) => lastPolledAt !== null) ? 'active' : 'idle';
}

/** All consumers of a polling endpoint at a glance: the newest poll, and the largest lag. */
export function pollingGlance(consumers: readonly PollingConsumerOut[]) {
  const polls = consumers.flatMap(({ lastPolledAt }) => lastPolledAt ?? []).sort();
  const [behind] = [...consumers].sort((a, b) => b.lag - a.lag || Number(b.lagIsMore) - Number(a.lagIsMore));
  return { count: consumers.length, lastPolledAt: polls.at(-1) ?? null, behind: behind ?? null };
}

/** What people call it. */
export function pollerName({ uid, description, id }: Omit<Poller, 'disabled'>): string {
  return uid ?? (description || id);
}

/** Where it is polled, without the name of the consumer. Ids: they stay when a uid is changed. */
export function pollUrl(origin: string, appId: string, pollerId: string): string {
  return `${origin}/api/v1/app/${appId}/poller/${pollerId}`;
}
