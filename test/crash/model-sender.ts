import type { Clock } from '../../src-server/base/clock';
import type {
  Sender,
  SendReport,
  SendRequest,
  SendResult,
} from '../../src-server/delivery/connection/sender';
import type { Mood, SendRecord, World } from './model-world';

/** The time limit of an attempt. */
export const TIMEOUT_MS = 5000;
/** Time between a write and its arrival: at least this, plus up to this much. */
const TRANSIT_MS = 1;
const JITTER_MS = 4;
/** Time a new connection takes to open. */
const OPENING_MS = [1, 20] as const;
export const PAUSE_S = { 'too-many-pause': 7, 'unavailable-pause': 3 } as const;

/**
 * Simulates the network and all receivers, for one life of the engine. It answers by the mood of the endpoint, at
 * times of the fake clock, and records every request.
 * @param isGone true once that life is over: then it says nothing more
 */
export function createModelSender(world: World, clock: Clock, life: number, isGone: () => boolean): Sender {
  const idle = new Map<string, number>();
  const wasStale = new Set<string>();
  const open = new Set<() => void>();
  return {
    send(request, leaves) {
      const { path } = request.target;
      const record = world.sendStarts(path, request.messageId, request.body.toString(), life);
      const reused = (idle.get(path) ?? 0) > 0;
      if (reused) idle.set(path, (idle.get(path) ?? 0) - 1);
      const report = new Promise<SendReport>((resolve) => {
        if (record) exchange(request, record, { reused, leaves, resolve });
      });
      if (record) observeWhenEngineHas(world, record, request, report);
      return { opening: !reused, report };
    },
    dropRefused: () => undefined,
    close() {
      for (const drop of open) drop();
    },
  };

  function exchange(
    { target, messageId }: SendRequest,
    record: SendRecord,
    how: { reused: boolean; leaves: () => boolean; resolve: (report: SendReport) => void },
  ): void {
    const startedUs = clock.monotonicUs();
    const sentAt = clock.now();
    let written = false;
    let ended = false;
    const end = (result: SendReport['result']): void => {
      if (ended || isGone()) return;
      ended = true;
      timeout.cancel();
      open.delete(drop);
      if (result.kind === 'responded') idle.set(target.path, (idle.get(target.path) ?? 0) + 1);
      if (result.kind === 'stale' || result.kind === 'short' || result.kind === 'withdrawn')
        record.stale = true;
      how.resolve({
        result,
        sentAt,
        durationMs: Math.round((clock.monotonicUs() - startedUs) / 1000),
        written,
      });
    };
    const drop = (): void => end({ kind: 'failed', reason: 'dropped' });
    open.add(drop);
    const timeout = clock.setTimer(TIMEOUT_MS, () => end({ kind: 'timed-out' }));
    const mood = moodFor(record, how.reused && !wasStale.has(`${target.path} ${messageId}`));
    const write = (): void => {
      if (ended || isGone()) return;
      if (mood === 'refused' || mood === 'blocked' || mood === 'short') {
        end(UNWRITTEN[mood]);
        return;
      }
      if (!how.leaves()) {
        end({ kind: 'withdrawn' });
        return;
      }
      written = true;
      if (mood === 'stale') {
        wasStale.add(`${target.path} ${messageId}`);
        clock.setTimer(0, () => end({ kind: 'stale' }));
        return;
      }
      wasStale.delete(`${target.path} ${messageId}`);
      const transitMs = TRANSIT_MS + world.between(0, JITTER_MS);
      record.arrivedUs = clock.monotonicUs() + Math.round(transitMs * 1000);
      if (mood !== 'hang')
        clock.setTimer(transitMs + (mood === 'slow' ? 700 : 2), () => end(RESPONSES[mood]));
    };
    if (how.reused) write();
    else clock.setTimer(world.between(...OPENING_MS), write);
  }

  /** Only a used connection can be stale, and only once in a row. */
  function moodFor({ endpoint }: SendRecord, maybeStale: boolean): Mood {
    return endpoint.mood === 'stale' && !maybeStale ? 'ok' : endpoint.mood;
  }
}

const responded = (status: number, more: object = {}): SendResult => ({
  kind: 'responded',
  status,
  text: '',
  retryAfter: null,
  ...more,
});
const RESPONSES: Record<Exclude<Mood, 'hang' | 'stale' | 'refused' | 'blocked' | 'short'>, SendResult> = {
  ok: responded(200),
  slow: responded(200),
  error: responded(500),
  'too-many': responded(429),
  'too-many-pause': responded(429, { retryAfter: String(PAUSE_S['too-many-pause']) }),
  'unavailable-pause': responded(503, { retryAfter: String(PAUSE_S['unavailable-pause']) }),
  gone: responded(410),
  abort: responded(500, { asksFor: 'abort-message' }),
  disable: responded(200, { asksFor: 'disable' }),
  drop: { kind: 'failed', reason: 'connection closed' },
};

const UNWRITTEN: Record<'refused' | 'blocked' | 'short', SendReport['result']> = {
  refused: { kind: 'failed', reason: 'connection refused' },
  blocked: { kind: 'blocked', exactReason: '10.0.0.1 is private' },
  short: { kind: 'short', code: 'EMFILE' },
};

/** What a response requests applies from the moment the engine has it. */
function observeWhenEngineHas(
  world: World,
  { endpoint }: SendRecord,
  { target }: SendRequest,
  report: Promise<SendReport>,
): void {
  void report.then(({ result }) =>
    queueMicrotask(() => {
      if (result.kind === 'responded' && result.asksFor === 'abort-message') world.aborting.add(endpoint.id);
      if (result.kind !== 'responded' || endpoint.url !== target.url) return;
      if (result.status === 410 || result.asksFor === 'disable') endpoint.held = true;
      if (result.retryAfter === null) return;
      const untilUs = world.clock.monotonicUs() + Number(result.retryAfter) * 1e6;
      const known = endpoint.quiet?.url === endpoint.url ? endpoint.quiet.untilUs : 0;
      endpoint.quiet = { url: endpoint.url, untilUs: Math.max(known, untilUs) };
    }),
  );
}
