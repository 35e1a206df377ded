import { checkEnd, checkShares, ServiceWatch, slowestRate } from './cluster-checks';
import type { ClusterCommand, ClusterLife } from './cluster-commands';
import { ClusterNode, LEASE_MS } from './cluster-node';
import { CLUSTER_APP_ID } from './cluster-stores';
import { ClusterWorld, type Figures, type LeftOut } from './cluster-world';

/** Messages per second of each endpoint, whether in strict order, and how many wait for it in the beginning: for some seconds of trouble. */
const ENDPOINTS = [
  { limit: 1, waiting: 20 },
  { limit: 3, waiting: 50 },
  { limit: 5, waiting: 70 },
  { limit: 8, waiting: 90 },
  { limit: null, waiting: 5 },
  { limit: 2, waiting: 0 },
  { limit: null, waiting: 30, isOrdered: true },
];
const MOST_NODES = 4;
/** Clocks of machines, as parts of the true time: those that a time server keeps, and any that the margin allows for. */
const RATES = { good: [0.9995, 1.0005], drifting: [0.88, 1.15] } as const;
const STARTED_WITHIN_MS = 3000;
const ACCEPTED_WITHIN_MS = 500;
/** Everything must have ended by then. */
const PATIENCE_MS = 600_000;
const MS = 1000;

/**
 * Lets a cluster live through these commands, heals it, and lets it finish.
 * @param figures counts what happened
 * @returns what was promised and not kept; empty: nothing
 */
export async function runCluster(
  life: ClusterLife,
  figures: Figures,
  leftOut: LeftOut = {},
): Promise<readonly string[]> {
  const run = new ClusterRun(life, figures, leftOut);
  await run.all();
  return run.violations;
}

class ClusterRun {
  readonly #life: ClusterLife;
  readonly #world: ClusterWorld;
  /** Until when each node is cut off or slow, in true time. */
  readonly #untilUs = new Map<ClusterNode, number>();

  constructor(life: ClusterLife, figures: Figures, leftOut: LeftOut) {
    this.#life = life;
    this.#world = new ClusterWorld(life.chance, figures, leftOut);
    figures.lives += 1;
  }

  get violations(): readonly string[] {
    return this.#world.violations;
  }

  async all(): Promise<void> {
    const world = this.#world;
    for (const { limit, isOrdered = false } of ENDPOINTS) world.addEndpoint(limit, isOrdered);
    for (let n = 0; n < this.#life.nodes; n++) this.#join();
    await world.time.advance(STARTED_WITHIN_MS * MS);
    new ServiceWatch(world);
    for (const [endpoint, { waiting }] of ENDPOINTS.entries()) this.#send(endpoint, endpoint, waiting);
    await world.time.advance(ACCEPTED_WITHIN_MS * MS);
    for (const command of this.#life.commands) {
      this.#carryOut(command);
      await world.time.advance(command.waitMs * MS);
      if (world.violations.length > 0) return;
    }
    this.#heal();
    await world.time.advance(((LEASE_MS + 8000) / slowestRate(world)) * MS);
    checkShares(world);
    await this.#untilDone();
    if (world.violations.length === 0) checkEnd(world);
    world.figures.messages += world.database.deliveries.length;
    world.figures.moves += world.table.slots.reduce((sum, { epoch }) => sum + epoch, 0);
  }

  /** Also those that leave. */
  get #running(): ClusterNode[] {
    return this.#world.nodes.filter(({ process }) => !process.isDead);
  }

  get #living(): ClusterNode[] {
    return this.#running.filter(({ isLeaving }) => !isLeaving);
  }

  #carryOut(command: ClusterCommand): void {
    const world = this.#world;
    const { figures } = world;
    switch (command.do) {
      case 'nothing':
        return;
      case 'send':
        this.#send(command.node, command.endpoint, command.count);
        return;
      case 'mood':
        this.#endpoint(command.endpoint).mood = command.mood;
        return;
      case 'freeze':
        figures.freezes += 1;
        this.#with(command.node, (node) => this.#freeze(node, command.ms, command.at));
        return;
      case 'sleep':
        if (this.#life.walls !== 'sleep') return;
        figures.sleeps += 1;
        this.#with(command.node, (node) => this.#stop(node, command.ms, () => node.process.fallAsleep()));
        return;
      case 'step':
        if (this.#life.walls === 'step')
          this.#with(command.node, ({ process }) => process.stepWall(command.byMs));
        return;
      case 'cut':
        figures.cuts += 1;
        this.#with(command.node, (node) => {
          node.link.state = command.state;
          this.#troubled(node, command.ms);
        });
        return;
      case 'slow':
        this.#with(command.node, (node) => {
          node.link.slowUs = command.byMs * MS;
          this.#troubled(node, command.ms);
        });
        return;
      case 'kill':
        figures.kills += 1;
        this.#with(command.node, (node) => {
          node.troubled();
          node.process.kill();
        });
        return;
      case 'leave':
        figures.leaves += 1;
        this.#with(command.node, (node) => void node.leave());
        return;
      case 'join':
        if (this.#living.length < MOST_NODES) this.#join();
        return;
      case 'away':
        this.#goAway(command.ms);
        return;
      case 'lose':
        world.lostCalls = command.share;
        return;
    }
  }

  #with(index: number, work: (node: ClusterNode) => void): void {
    const living = this.#living;
    const node = living[index % living.length];
    if (node) work(node);
  }

  #endpoint(index: number) {
    const { endpoints } = this.#world;
    return endpoints[index % endpoints.length] as (typeof endpoints)[number];
  }

  #join(): void {
    const world = this.#world;
    const [slowest, fastest] = RATES[this.#life.clocks];
    const node = new ClusterNode(world, world.between(slowest, fastest));
    world.nodes.push(node);
    node.start().catch((cause: Error) => {
      // What it asked when it started was not answered; a person would start it again.
      node.process.kill();
      if (cause.message !== 'no answer' && cause.message !== 'the link is cut')
        world.violated(`${node.name} does not start: ${cause.stack}`);
    });
  }

  /** Senders that ask a node which does not run wait for it, or never get a response. */
  #send(index: number, endpointIndex: number, count: number): void {
    const endpoint = this.#endpoint(endpointIndex);
    this.#with(index, (node) => {
      const input = {
        appId: CLUSTER_APP_ID,
        eventType: 'invoice.paid',
        eventId: null,
        channels: null,
        tags: null,
      };
      const accept = (left: number): void =>
        node.process.reach(() => {
          const isStored = node.delivery?.createMessage({ ...input, payload: '{}', onlyTo: endpoint.id });
          // One by one, so that there is an order.
          const goOn = () => endpoint.isOrdered && left > 1 && accept(left - 1);
          isStored?.then(({ id }) => node.stored(id)).then(goOn, goOn);
        });
      if (endpoint.isOrdered) accept(count);
      else for (let n = 0; n < count; n++) accept(1);
    });
  }

  #freeze(node: ClusterNode, ms: number, at: 'once' | 'next send'): void {
    node.freezeNow = () => {
      node.freezesAtNextSend = false;
      this.#stop(node, ms, () => node.process.freeze());
    };
    if (at === 'once') node.freezeNow();
    else node.freezesAtNextSend = true;
  }

  #stop(node: ClusterNode, ms: number, stop: () => void): void {
    if (!node.process.isRunning) return;
    stop();
    node.troubled();
    this.#world.time.after(ms * MS, () => {
      node.process.goOn();
      node.isWellAgain();
    });
  }

  /** Its link is bad for a while. */
  #troubled(node: ClusterNode, ms: number): void {
    const { time } = this.#world;
    node.troubled();
    this.#untilUs.set(node, Math.max(this.#untilUs.get(node) ?? 0, time.nowUs + ms * MS));
    time.after(ms * MS, () => {
      if (time.nowUs >= (this.#untilUs.get(node) ?? 0)) this.#mend(node);
    });
  }

  #mend(node: ClusterNode): void {
    node.link.state = 'up';
    node.link.slowUs = 0;
    node.isWellAgain();
  }

  #goAway(ms: number): void {
    const world = this.#world;
    if (world.isAway) return;
    world.isAway = true;
    for (const node of this.#running) node.troubled();
    world.time.after(ms * MS, () => this.#comeBack());
  }

  #comeBack(): void {
    this.#world.isAway = false;
    for (const node of this.#running) node.isWellAgain();
  }

  /** Everything works again from now on. */
  #heal(): void {
    const world = this.#world;
    world.lostCalls = 0;
    for (const endpoint of world.endpoints) endpoint.mood = 'ok';
    this.#comeBack();
    for (const node of this.#running) {
      node.freezesAtNextSend = false;
      node.process.goOn();
      this.#mend(node);
    }
    if (this.#living.length === 0) this.#join();
  }

  async #untilDone(): Promise<void> {
    const world = this.#world;
    const isOpen = () => world.database.deliveries.some(({ state }) => state === 'waiting');
    for (let waitedMs = 0; isOpen() && world.violations.length === 0; waitedMs += 1000) {
      if (waitedMs > PATIENCE_MS) world.violated('something waits for ever');
      await world.time.advance(1000 * MS);
    }
  }
}
