import { SLOT_COUNT } from '../../src-server/cluster/slots';
import type { DeliveryRow } from './cluster-database';
import { CLUSTER_LADDER_S, type ClusterNode, LEASE_MS } from './cluster-node';
import { CALL_LIMIT_MS } from './cluster-node-table';
import type { ClusterEndpoint, ClusterSend, ClusterWorld } from './cluster-world';

const SECOND_US = 1_000_000;
const BEAT_MS = 1000;
/** How long a node that leaves waits for what is in flight, and for a database that does not answer its records. */
const STOP_WAIT_MS = 10_000;
/** Until what a node was told of is read, and until its clock has come to the due time that another one gave it. */
const READ_WITHIN_US = 200_000;
/** How often the owners of endpoints are looked at. */
export const LOOK_EVERY_US = 250_000;

/** What must hold whenever a first byte leaves. */
export function checkFirstByte(world: ClusterWorld, { node, endpoint, messageId }: ClusterSend): void {
  const owner = world.ownerOf(endpoint.slot);
  if (owner !== node)
    world.violated(
      `${node.name} sent ${messageId}, and endpoint ${endpoint.index} is ${owner?.name ?? 'nobody'}'s`,
    );
  checkOneTrusts(world, endpoint);
}

/** At most one node takes an endpoint for its own. */
function checkOneTrusts(world: ClusterWorld, endpoint: ClusterEndpoint): void {
  const trusting = world.nodes.filter((node) => node.mayStart(endpoint.id));
  if (trusting.length > 1)
    world.violated(
      `endpoint ${endpoint.index} is sent to by ${trusting.map(({ name }) => name).join(' and ')}`,
    );
}

/** What is known of an endpoint since the last look. */
interface Service {
  epoch: number;
  owner: ClusterNode | undefined;
  ownerIsWell: boolean;
  /** When one of these changed. */
  changedUs: number;
  /** Since when nobody may send to it. Null: somebody may. */
  unservedSinceUs: number | null;
}

/** Looks again and again whether somebody sends to each endpoint. */
export class ServiceWatch {
  readonly #world: ClusterWorld;
  readonly #services = new Map<ClusterEndpoint, Service>();

  constructor(world: ClusterWorld) {
    this.#world = world;
    this.#lookLater();
  }

  #lookLater(): void {
    this.#world.time.after(LOOK_EVERY_US, () => {
      for (const endpoint of this.#world.endpoints) this.#look(endpoint);
      this.#lookLater();
    });
  }

  #look(endpoint: ClusterEndpoint): void {
    const world = this.#world;
    const { nowUs } = world.time;
    checkOneTrusts(world, endpoint);
    const owner = world.ownerOf(endpoint.slot);
    // While a record has no response, it gives nothing back.
    const ownerIsWell = owner?.isWell === true && owner.link.unnoticed === 0;
    const now = { epoch: world.epochOf(endpoint), owner, ownerIsWell };
    const before = this.#services.get(endpoint);
    const isSame =
      before?.epoch === now.epoch && before.owner === now.owner && before.ownerIsWell === now.ownerIsWell;
    const changedUs = isSame ? before.changedUs : nowUs;
    const isServed = world.nodes.some((node) => node.mayStart(endpoint.id));
    const unservedSinceUs = isServed ? null : (before?.unservedSinceUs ?? nowUs);
    this.#services.set(endpoint, { ...now, changedUs, unservedSinceUs });
    if (unservedSinceUs === null) return;
    const somebodySinceUs = Math.min(...world.nodes.map(({ wellSinceUs }) => wellSinceUs));
    const gapS = (nowUs - Math.max(unservedSinceUs, somebodySinceUs)) / SECOND_US;
    world.figures.longestGapS = Math.max(world.figures.longestGapS, gapS);
    // It may have beaten right before, or in between. A free slot waits for the node whose share it is, until that is
    // found dead.
    const awaited = owner ? [owner] : world.nodes;
    const troubledUs = Math.max(
      ...awaited.map(({ troubles, isWell, beatenUs }) =>
        Math.max(troubles.at(-1)?.fromUs ?? 0, isWell ? 0 : beatenUs),
      ),
    );
    const sinceUs = Math.max(unservedSinceUs, somebodySinceUs, changedUs, troubledUs);
    const waitedMs = (nowUs - sinceUs) / 1000;
    // Its beats arrive, so that nobody else sends, and what comes back is too late for its trust, or has yet to fail.
    if (owner && (owner.link.slowUs > 0 || owner.link.unnoticed > 0)) return;
    const isGivingBack = owner?.isLeaving === true && !owner.process.isDead;
    // Whoever asked while its link was silent, however shortly, waits for that call, and then begins to watch.
    const isCallLost = world.nodes.some(
      (node) => node !== owner && wasTroubled(node, sinceUs - CALL_LIMIT_MS * 1000, nowUs),
    );
    const patienceMs =
      LEASE_MS + 4 * BEAT_MS + (isGivingBack ? STOP_WAIT_MS : 0) + (isCallLost ? CALL_LIMIT_MS : 0);
    if (waitedMs > patienceMs / slowestRate(world))
      world.violated(
        `nobody has sent to endpoint ${endpoint.index} for ${Math.round(waitedMs)} ms, and somebody could`,
      );
  }
}

/** Once all is calm: every slot has an owner, and each node has its share. */
export function checkShares(world: ClusterWorld): void {
  const shares = world.nodes
    .filter(({ process, isLeaving }) => !process.isDead && !isLeaving)
    .map(({ ids }) => world.table.slots.filter(({ owner }) => owner === ids[0]).length);
  const sum = shares.reduce((all, share) => all + share, 0);
  const isFair = shares.every((share) => Math.abs(share - SLOT_COUNT / shares.length) < 1);
  if (sum !== SLOT_COUNT || !isFair) world.violated(`the nodes own ${shares.join(', ')} slots`);
}

/** What must hold in the end. */
export function checkEnd(world: ClusterWorld): void {
  for (const row of world.database.deliveries) checkDelivery(world, row);
  for (const endpoint of world.endpoints) {
    const sends = world.sends.filter((send) => send.endpoint === endpoint);
    checkLimit(world, endpoint, sends);
    checkRepeats(world, sends);
    if (endpoint.isOrdered) checkStrictOrder(world, endpoint, sends);
    else checkOrder(world, endpoint, sends);
  }
}

function checkDelivery(world: ClusterWorld, row: DeliveryRow): void {
  if (row.state === 'waiting') world.violated(`delivery ${row.id} still waits in the end`);
  if (row.state === 'failed' && row.attemptCount <= CLUSTER_LADDER_S.length)
    world.violated(`delivery ${row.id} failed after ${row.attemptCount} attempts`);
  const isArrived = world.sends.some(
    ({ messageId, endpoint, arrivedUs }) =>
      messageId === row.messageId && endpoint.id === row.endpointId && arrivedUs !== null,
  );
  if (row.state === 'delivered' && !isArrived) world.violated(`delivery ${row.id} never arrived`);
}

/** A second, as long as the fastest of the clocks takes for it. */
function checkLimit(
  world: ClusterWorld,
  { limit, index }: ClusterEndpoint,
  sends: readonly ClusterSend[],
): void {
  if (limit === null) return;
  const windowUs = SECOND_US / Math.max(1, ...world.nodes.map(({ process }) => process.rate));
  const arrived = sends.flatMap(({ arrivedUs }) => arrivedUs ?? []).sort((a, b) => a - b);
  for (let last = 0, first = 0; last < arrived.length; last++) {
    const untilUs = arrived[last] as number;
    while ((arrived[first] as number) <= untilUs - windowUs) first += 1;
    const count = last - first + 1;
    world.figures.fullestSecond = Math.max(world.figures.fullestSecond, count / limit);
    if (count > limit)
      world.violated(
        `endpoint ${index} got ${count} in the second to ${untilUs / SECOND_US}, limit ${limit}`,
      );
  }
}

/** A send repeats another one only if that was in flight while something kept its node from its work. */
function checkRepeats(world: ClusterWorld, sends: readonly ClusterSend[]): void {
  const earlier = new Map<string, ClusterSend[]>();
  for (const send of written(sends)) {
    const before = earlier.get(send.messageId) ?? [];
    earlier.set(send.messageId, [...before, send]);
    const open = before.filter(({ storedUs }) => storedUs === null || storedUs > send.writtenUs);
    if (open.length === 0) continue;
    world.figures.repeats += 1;
    const unexcused = open.find(
      (trouble) => !wasTroubled(trouble.node, trouble.writtenUs ?? 0, send.writtenUs),
    );
    if (unexcused)
      world.violated(
        `${send.node.name} repeated ${send.messageId}, which was in flight at ${unexcused.node.name}`,
      );
  }
}

function wasTroubled({ troubles }: ClusterNode, fromUs: number, untilUs: number): boolean {
  return troubles.some(
    (trouble) => trouble.fromUs <= untilUs && (trouble.untilUs ?? Number.POSITIVE_INFINITY) >= fromUs,
  );
}

function written(sends: readonly ClusterSend[]) {
  return sends
    .filter((send): send is ClusterSend & { writtenUs: number } => send.writtenUs !== null)
    .sort((a, b) => a.writtenUs - b.writtenUs);
}

/**
 * Of two first attempts the older comes first, if its sender had been told that it was accepted before the younger one
 * was handed in, and whoever sent that could know of it.
 */
function checkOrder(
  world: ClusterWorld,
  { id, index }: ClusterEndpoint,
  sends: readonly ClusterSend[],
): void {
  const rowOf = new Map(
    world.database.deliveries.filter((row) => row.endpointId === id).map((row) => [row.messageId, row]),
  );
  const seen = new Set<string>();
  const firsts: { readonly row: DeliveryRow; readonly send: ClusterSend }[] = [];
  for (const send of sends) {
    const row = rowOf.get(send.messageId);
    if (row && !seen.has(send.messageId)) firsts.push({ row, send });
    seen.add(send.messageId);
  }
  for (const [i, later] of firsts.entries()) {
    for (const { row, send } of firsts.slice(i + 1)) {
      if (!isBefore(row, later.row) || !wasKnown(later.send, row)) continue;
      world.violated(
        `endpoint ${index}: delivery ${later.row.id} overtook ${row.id}, sent by ${send.node.name}`,
      );
    }
  }
}

/**
 * What a receiver that gets its messages in order reads, of whichever node: nothing before what was accepted earlier,
 * retries included, and known to the sender or not.
 */
function checkStrictOrder(
  world: ClusterWorld,
  { id, index }: ClusterEndpoint,
  sends: readonly ClusterSend[],
): void {
  const here = world.database.deliveries.filter((row) => row.endpointId === id);
  const rowOf = new Map(here.map((row) => [row.messageId, row]));
  const read = sends
    .filter((send): send is ClusterSend & { arrivedUs: number } => send.arrivedUs !== null)
    .sort((a, b) => a.arrivedUs - b.arrivedUs);
  world.figures.inOrder += read.length;
  const passed = new Set<DeliveryRow>();
  for (const send of read) {
    const row = rowOf.get(send.messageId);
    if (!row) continue;
    const later = [...passed].find((other) => isBefore(row, other));
    if (later)
      world.violated(`endpoint ${index}: ordered, and got ${row.id} of ${send.node.name} after ${later.id}`);
    passed.add(row);
  }
}

function isBefore(a: DeliveryRow, b: DeliveryRow): boolean {
  if (a.acceptedUs === null || a.acceptedUs > b.handedInUs) return false;
  return a.firstDueAt < b.firstDueAt || (a.firstDueAt === b.firstDueAt && a.id < b.id);
}

/** Whether the node that sent something had been told of a delivery, and had the time to read it. */
function wasKnown({ node, endpoint, calledUs }: ClusterSend, { messageId, storedUs }: DeliveryRow): boolean {
  const knewUs = node.knewUs(endpoint.id, messageId, storedUs);
  return knewUs !== undefined && calledUs > knewUs + READ_WITHIN_US && !wasTroubled(node, knewUs, calledUs);
}

export function slowestRate(world: ClusterWorld): number {
  return Math.min(1, ...world.nodes.map(({ process }) => process.rate));
}
