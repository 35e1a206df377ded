import type { Clock } from '../../base/clock';
import type { MessageReasonOut } from '../../contract/fleet-message';
import { attemptCause } from '../../delivery/engine/attempt-cause';
import type { SendingPauseStore } from '../../storage/installation/sending-pause-store';
import type { FoundMessage } from '../../storage/messages/all-message-store';
import type { ExplanationStore, LastAttempt } from '../../storage/messages/explanation-store';
import type { Obstacle, ObstacleStore } from '../../storage/messages/obstacle-store';
import { readFlows, type StateSources } from './endpoint-states';

export interface ReasonSources extends StateSources {
  readonly obstacles: ObstacleStore;
  readonly explanations: Pick<ExplanationStore, 'readLastAttempts'>;
  readonly sendingPause: Pick<SendingPauseStore, 'since'>;
  readonly clock: Clock;
}

const PLAIN: Omit<MessageReasonOut, 'kind'> = {
  endpointId: null,
  responseStatusCode: null,
  cause: null,
  attempts: 0,
  waitMs: null,
};

/** Says in a word why these messages have not arrived everywhere, by message; the others are left out. */
export async function readReasons(
  sources: ReasonSources,
  messages: readonly FoundMessage[],
): Promise<ReadonlyMap<string, MessageReasonOut>> {
  const idsIn = (...states: FoundMessage['state'][]) =>
    messages.filter(({ state }) => states.includes(state)).map(({ id }) => id);
  const [nowhere, open] = [idsIn('no-endpoint'), idsIn('failed', 'waiting')];
  const [hadEndpoints, obstacles] = await Promise.all([
    sources.obstacles.withEndpoints(nowhere),
    sources.obstacles.obstacles(open),
  ]);
  const tried = obstacles.filter(({ attempts }) => attempts > 0).map(({ deliveryId }) => deliveryId);
  const queued = obstacles.filter(isQueued).map(({ endpointId }) => endpointId);
  const [attempts, flowOf] = await Promise.all([
    tried.length === 0 ? [] : sources.explanations.readLastAttempts(tried),
    readFlows(sources, [...new Set(queued)]),
  ]);
  const lastOf = new Map(attempts.map((attempt) => [attempt.deliveryId, attempt]));
  const deliverAtOf = new Map(messages.map(({ id, deliverAt }) => [id, deliverAt ?? 0]));
  const [isPaused, now] = [sources.sendingPause.since() !== null, sources.clock.now()];
  const found = new Map<string, MessageReasonOut>();
  for (const id of nowhere)
    found.set(id, { ...PLAIN, kind: hadEndpoints.has(id) ? 'filtered' : 'no-endpoint' });
  for (const obstacle of obstacles) {
    const { messageId, endpointId, deliveryId } = obstacle;
    const reason = reasonOf(obstacle, {
      last: lastOf.get(deliveryId),
      isPaused,
      isScheduled: (deliverAtOf.get(messageId) ?? 0) > now,
      waitMs: Math.round(flowOf(endpointId).flow.waitMs),
    });
    if (reason) found.set(messageId, { ...PLAIN, endpointId, attempts: obstacle.attempts, ...reason });
  }
  return found;
}

interface ReasonFacts {
  /** Undefined: there was no attempt, or it is not on record. */
  readonly last: LastAttempt | undefined;
  /** Whether all sending is paused. */
  readonly isPaused: boolean;
  readonly isScheduled: boolean;
  readonly waitMs: number;
}

function reasonOf(
  obstacle: Obstacle,
  { last, isPaused, isScheduled, waitMs }: ReasonFacts,
): (Partial<MessageReasonOut> & Pick<MessageReasonOut, 'kind'>) | null {
  const hold = holdOf(obstacle);
  if (hold) return { kind: hold };
  if (last) {
    const { responseStatusCode, reason: response } = last;
    const cause = attemptCause({ succeeded: false, responseStatusCode, response });
    return { kind: 'response', responseStatusCode, cause };
  }
  if (!isQueued(obstacle)) return null;
  if (isPaused) return { kind: 'sending-paused' };
  if (isScheduled) return { kind: 'scheduled' };
  return obstacle.rateLimit === null ? null : { kind: 'limit', waitMs };
}

function holdOf({ state, isDisabled, isPaused }: Obstacle): 'disabled' | 'paused' | null {
  if (state !== 'waiting') return null;
  return isDisabled ? 'disabled' : isPaused ? 'paused' : null;
}

/** It waits for its first attempt, and nothing at its endpoint holds it. */
function isQueued(obstacle: Obstacle): boolean {
  return obstacle.state === 'waiting' && obstacle.attempts === 0 && holdOf(obstacle) === null;
}
