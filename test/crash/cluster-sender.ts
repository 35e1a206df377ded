import type {
  Sender,
  SendReport,
  SendRequest,
  SendResult,
} from '../../src-server/delivery/connection/sender';
import type { ClusterNode } from './cluster-node';
import type { ClusterMood, ClusterSend, ClusterWorld } from './cluster-world';

/** How long an attempt may take. */
export const CLUSTER_TIMEOUT_MS = 3000;
/** Microseconds: until a connection is open, on the way to the receiver, and back. */
const OPENING_US = [1000, 30_000] as const;
const TRANSIT_US = [1000, 5000] as const;
const RESPONSE_US = [1000, 12_000] as const;
const SLOW_US = 700_000;

/** The network and the receivers, for one process. */
export function createClusterSender(world: ClusterWorld, node: ClusterNode): Sender {
  const { time } = world;
  const { process } = node;
  const idle = new Map<string, number>();
  const open = new Set<() => void>();
  return {
    send(request, leaves) {
      const send = world.sendStarts(node, request);
      const reused = (idle.get(request.target.path) ?? 0) > 0 && !node.freezesAtNextSend;
      if (reused) idle.set(request.target.path, (idle.get(request.target.path) ?? 0) - 1);
      const report = new Promise<SendReport>((resolve) =>
        exchange(send, { request, reused, leaves, resolve }),
      );
      if (node.freezesAtNextSend) node.freezeNow();
      return { opening: !reused, report };
    },
    dropRefused: () => undefined,
    close() {
      for (const drop of open) drop();
    },
  };

  function exchange(
    send: ClusterSend,
    how: {
      readonly request: SendRequest;
      readonly reused: boolean;
      readonly leaves: () => boolean;
      readonly resolve: (report: SendReport) => void;
    },
  ): void {
    const { clock } = process;
    const { path } = how.request.target;
    const startedUs = clock.monotonicUs();
    const sentAt = clock.now();
    let ended = false;
    const end = (result: SendReport['result']): void => {
      if (ended) return;
      ended = true;
      timeout.cancel();
      open.delete(drop);
      if (result.kind === 'responded') idle.set(path, (idle.get(path) ?? 0) + 1);
      const durationMs = Math.round((clock.monotonicUs() - startedUs) / 1000);
      how.resolve({ result, sentAt, durationMs, written: send.writtenUs !== null });
    };
    const drop = (): void => end({ kind: 'failed', reason: 'dropped' });
    open.add(drop);
    const timeout = clock.setTimer(CLUSTER_TIMEOUT_MS, () => end({ kind: 'timed-out' }));
    const write = (): void => {
      if (ended) return;
      if (!how.leaves() && !world.leftOut.checkAtFirstByte) {
        send.isWithheld = true;
        world.figures.withheld += 1;
        end({ kind: 'withdrawn' });
        return;
      }
      world.written(send);
      time.after(world.between(...TRANSIT_US), () => {
        send.arrivedUs = time.nowUs;
        respond(send.endpoint.mood, end);
      });
    };
    if (how.reused) write();
    else time.after(world.between(...OPENING_US), () => process.reach(write));
  }

  function respond(mood: ClusterMood, end: (result: SendResult) => void): void {
    if (mood === 'hang') return;
    const afterUs = world.between(...RESPONSE_US) + (mood === 'slow' ? SLOW_US : 0);
    time.after(afterUs, () => process.reach(() => end(RESPONSES[mood])));
  }
}

const responded = (status: number): SendResult => ({ kind: 'responded', status, text: '', retryAfter: null });
const RESPONSES: Record<Exclude<ClusterMood, 'hang'>, SendResult> = {
  ok: responded(200),
  slow: responded(200),
  error: responded(500),
  drop: { kind: 'failed', reason: 'connection closed' },
};
