import { dirname } from 'node:path';
import { createIds } from '../../src-server/base/id';
import type { Sender, SendReport } from '../../src-server/delivery/connection/sender';
import type { OtherSenders, SendRight } from '../../src-server/delivery/endpoints/send-right';
import type { EndpointContent, EndpointRecord } from '../../src-server/storage/endpoint-record';
import { type DeliveryRig, type RigOptions, startDeliveryRig } from './delivery-rig';
import { FakeClock } from './fake-clock';

/** One of two engines on one database, and the endpoints that it may send to. */
export interface SharedNode {
  readonly rig: DeliveryRig;
  /** False: every send is refused, as while a lease is in doubt. */
  mayStart: boolean;
  take(...endpoints: readonly EndpointRecord[]): Promise<void>;
  handOver(...endpoints: readonly EndpointRecord[]): Promise<void>;
  abandon(...endpoints: readonly EndpointRecord[]): void;
}

export interface SharedRigs {
  readonly clock: FakeClock;
  readonly nodes: readonly [SharedNode, SharedNode];
  /** The number in each payload, in the order of first bytes, with the node that sent it. */
  readonly sent: readonly {
    readonly n: number;
    readonly node: number;
    readonly path: string;
    readonly atMs: number;
  }[];
  /** What the nodes told each other. */
  readonly reported: string[];
  /** How the receiver behaves: milliseconds until a connection is open, and until the response, and its status. */
  readonly receiver: { openingMs: number; responseMs: number; status: number };
  /** False: what a node tells the other is lost. */
  readonly network: { works: boolean };
  /** Adds an endpoint that both know. */
  addEndpoint(
    path: string,
    rateLimit: number | null,
    content?: Partial<EndpointContent>,
  ): Promise<EndpointRecord>;
  pass(ms: number): Promise<void>;
  dispose(): Promise<void>;
}

const STEP_MS = 20;

/** Two engines on one database and one stopped clock. At first, neither may send to anything. */
export async function startSharedRigs(options: RigOptions = {}): Promise<SharedRigs> {
  const clock = new FakeClock();
  const newId = createIds(clock);
  const sent: { n: number; node: number; path: string; atMs: number }[] = [];
  const reported: string[] = [];
  const receiver = { openingMs: 0, responseMs: 5, status: 200 };
  const network = { works: true };
  const nodes: [SharedNode, SharedNode] = [] as unknown as [SharedNode, SharedNode];
  let lastFence = 0;

  function senderOf(node: number): Sender {
    return {
      send(request, leaves) {
        const report = new Promise<SendReport>((resolve) => {
          const end = (result: SendReport['result'], written: boolean) =>
            resolve({ result, sentAt: clock.now(), durationMs: 0, written });
          const write = (): void => {
            if (!leaves()) {
              end({ kind: 'withdrawn' }, false);
              return;
            }
            const { n } = JSON.parse(request.body.toString());
            sent.push({ n, node, path: request.target.path, atMs: clock.monotonicUs() / 1000 });
            const { status } = receiver;
            const response = { kind: 'responded', status, text: '', retryAfter: null } as const;
            clock.setTimer(receiver.responseMs, () => end(response, true));
          };
          if (receiver.openingMs > 0) clock.setTimer(receiver.openingMs, write);
          else write();
        });
        return { opening: receiver.openingMs > 0, report };
      },
      dropRefused: () => undefined,
      close: () => undefined,
    };
  }

  function othersOf(node: number): OtherSenders {
    const other = () => nodes[1 - node]?.rig.delivery;
    const tell = (text: string, act: () => void) => {
      reported.push(text);
      if (network.works) act();
    };
    return {
      stored: (id, count) => tell(`stored ${count}`, () => other()?.storedElsewhere(new Map([[id, count]]))),
      madeDue: (id, count) => tell(`due ${count}`, () => other()?.madeDueElsewhere(id, count)),
      forgive: (id) => tell('forgive', () => other()?.forgiveHere(id)),
      cancel: async (id, deliveryIds) => (await other()?.cancelHere(id, deliveryIds)) ?? 0,
    };
  }

  async function start(node: number, folder?: string): Promise<void> {
    const fences = new Map<string, number>();
    const sendRight: SendRight = {
      covers: (id) => fences.has(id),
      mayStart: (id) => started.mayStart && fences.has(id),
      fenceOf: (id) => fences.get(id) ?? null,
    };
    const among = (endpoints: readonly EndpointRecord[]) => {
      const ids = new Set(endpoints.map(({ id }) => id));
      return (id: string) => ids.has(id);
    };
    const rig = await startDeliveryRig(
      { clock, newId, sender: senderOf(node), sendRight, otherSenders: othersOf(node), ...options },
      folder,
    );
    const started: SharedNode = {
      rig,
      mayStart: true,
      take(...endpoints) {
        for (const { id } of endpoints) fences.set(id, ++lastFence);
        return rig.delivery.takeOver(among(endpoints));
      },
      handOver(...endpoints) {
        for (const { id } of endpoints) fences.delete(id);
        return rig.delivery.handOver(among(endpoints));
      },
      abandon(...endpoints) {
        for (const { id } of endpoints) fences.delete(id);
        rig.delivery.abandon(among(endpoints));
      },
    };
    nodes[node] = started;
  }

  await start(0);
  await start(1, dirname(nodes[0].rig.path));
  const rigs = nodes.map(({ rig }) => rig);

  /** Until everything left waits for the clock. */
  async function settled(): Promise<void> {
    for (let turn = 0; turn < 3; turn++) {
      for (const { db } of rigs) {
        await db.get('SELECT 1');
        await db.write((tx) => tx.get('SELECT 1'));
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  return {
    clock,
    nodes,
    sent,
    reported,
    receiver,
    network,
    async addEndpoint(path, rateLimit, content = {}) {
      const record = await nodes[0].rig.addEndpoint(`http://127.0.0.1:1${path}`, { rateLimit, ...content });
      nodes[1].rig.delivery.endpointChanged(record);
      return record;
    },
    async pass(ms) {
      await settled();
      for (let left = ms; left > 0; ) {
        // Where nothing falls due, there is nothing to stop for.
        const stepMs = Math.min(left, Math.max(STEP_MS, clock.nextTimerMs() ?? left));
        clock.advance(stepMs);
        left -= stepMs;
        await settled();
      }
    },
    async dispose() {
      receiver.responseMs = 0;
      const disposed = [...rigs].reverse().map((rig) => rig.dispose());
      for (let n = 0; n < 20; n++) {
        clock.advance(1000);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await Promise.all(disposed);
    },
  };
}
