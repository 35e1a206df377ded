import type { Database } from '../../src-server/storage/database';
import { LADDER_S } from './model-life';
import type { ModelEndpoint, SendRecord, World } from './model-world';

/**
 * What must hold for a whole run, according to the log of the receivers and the tables.
 *
 * The rule for a changing limit: each request counts against the limit at its grant. The
 * second that ends at its arrival contains no more requests than that limit, whatever it was before. So the
 * old limit applies until the change, and a lower one makes the engine wait until earlier sends fit it.
 */
export async function checkAll(world: World, db: Database): Promise<void> {
  const rows = await db.all<DeliveryRow>(READ_DELIVERIES);
  checkNothingLost(world, rows);
  checkAttempts(world, rows);
  for (const endpoint of world.endpoints) {
    const sends = world.sends.filter((send) => send.endpoint === endpoint);
    checkLimit(world, sends);
    checkSpacing(world, sends);
    checkOrder(world, endpoint, sends, rows);
    if (endpoint.isOrdered) checkStrictOrder(world, endpoint, sends, rows);
    if (endpoint.isQuiet) checkPunctual(world, sends);
  }
}

/** Endpoints with waiting deliveries, and deleted ones with open deliveries. */
export async function stillOpen(db: Database): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    `SELECT DISTINCT endpoint_id AS id FROM delivery WHERE state = 'waiting'`,
  );
  return rows.map(({ id }) => id);
}

interface DeliveryRow {
  readonly id: number;
  readonly messageId: string;
  readonly endpointId: string;
  readonly state: string;
  readonly manual: number;
  readonly tries: number;
  /** Those of them that were beside the schedule. */
  readonly extra: number;
  readonly attempts: number;
  readonly createdAt: number;
  /** 1: somebody gave it up. */
  readonly skipped: number | null;
  readonly endpointDeleted: number;
}

const READ_DELIVERIES = `
  SELECT delivery.id, message_id AS "messageId", endpoint_id AS "endpointId", state, manual, attempt_count AS tries,
    extra_count AS extra,
    (SELECT count(*) FROM attempt WHERE delivery_id = delivery.id) AS attempts, message.created_at AS "createdAt",
    skipped, endpoint.deleted_at IS NOT NULL AS "endpointDeleted"
  FROM delivery JOIN message ON message.id = message_id JOIN endpoint ON endpoint.id = endpoint_id
  ORDER BY delivery.id`;

const SECOND_US = 1_000_000;

function checkNothingLost(world: World, rows: readonly DeliveryRow[]): void {
  const planned = new Map<string, DeliveryRow[]>();
  for (const row of rows) {
    if (row.state === 'waiting') world.violated(`delivery ${row.id} still waits in the end`);
    if (row.state === 'canceled' && !row.endpointDeleted) world.violated(`delivery ${row.id} was canceled`);
    if (row.manual) continue;
    const key = `${row.messageId} ${row.endpointId}`;
    planned.set(key, [...(planned.get(key) ?? []), row]);
  }
  for (const { n, id, meant } of world.messages) {
    for (const endpoint of meant) {
      const found = planned.get(`${id} ${endpoint.id}`)?.length ?? 0;
      if (found > 1) world.violated(`message ${n} has ${found} deliveries to endpoint ${endpoint.index}`);
      if (found === 0 && endpoint.alive)
        world.violated(`message ${n} is lost for endpoint ${endpoint.index}`);
    }
  }
}

/** Attempts equal requests, except those cut off by a crash or the end of a stop: at most one per life. */
function checkAttempts(world: World, rows: readonly DeliveryRow[]): void {
  const sendsOf = new Map<string, SendRecord[]>();
  for (const send of world.sends) {
    if (send.stale) continue;
    const key = `${send.messageId} ${send.endpoint.id}`;
    sendsOf.set(key, [...(sendsOf.get(key) ?? []), send]);
  }
  const pairs = new Map<string, DeliveryRow[]>();
  for (const row of rows) {
    const key = `${row.messageId} ${row.endpointId}`;
    pairs.set(key, [...(pairs.get(key) ?? []), row]);
    if (row.tries !== row.attempts) {
      world.violated(`delivery ${row.id} counts ${row.tries} tries and has ${row.attempts} attempts`);
    }
    const most = row.manual ? 1 : LADDER_S.length + 1;
    const planned = row.tries - row.extra;
    // Only a receiver that asks for it, or a skip, ends a delivery before its schedule does; a retry by hand takes nothing
    // from that.
    const isEarly = row.skipped === 1 || world.aborting.has(row.endpointId);
    const isBurnt = row.state === 'failed' && planned < most && !isEarly;
    if (planned > most || isBurnt) world.violated(`delivery ${row.id} was tried ${planned} times of ${most}`);
    if (row.tries === 0 && row.state !== 'canceled' && row.skipped === null)
      world.violated(`delivery ${row.id} ended untried`);
  }
  for (const [key, sends] of sendsOf) {
    const deliveries = pairs.get(key) ?? [];
    const attempts = deliveries.reduce((sum, delivery) => sum + delivery.attempts, 0);
    const endings = new Set(sends.map(({ life }) => life).filter((life) => world.ends[life] !== undefined));
    const mayMiss = endings.size * deliveries.length;
    if (attempts > sends.length || attempts < sends.length - mayMiss) {
      world.violated(`${key}: ${sends.length} requests, ${attempts} attempts, ${mayMiss} may be missing`);
    }
  }
}

function checkLimit(world: World, sends: readonly SendRecord[]): void {
  const arrived = sends
    .filter((send): send is SendRecord & { arrivedUs: number } => send.arrivedUs !== null)
    .sort((a, b) => a.arrivedUs - b.arrivedUs);
  for (let last = 0, first = 0; last < arrived.length; last++) {
    const { arrivedUs, limit, endpoint } = arrived[last] as (typeof arrived)[number];
    while ((arrived[first]?.arrivedUs ?? 0) <= arrivedUs - SECOND_US) first += 1;
    const count = last - first + 1;
    if (limit !== null && count > limit) {
      world.violated(`endpoint ${endpoint.index} got ${count} in the second to ${arrivedUs}, limit ${limit}`);
    }
  }
}

/** A late timer is compensated by up to 50 ms; a request that opens a connection arrives later than the next one. */
const SPACING_SLACK_US = 50_000 + 20_000 + 5_000;

/** Missed time (idle, held, stalled, between two lives) causes no burst. */
function checkSpacing(world: World, sends: readonly SendRecord[]): void {
  for (const [i, send] of sends.entries()) {
    const before = sends[i - 1];
    if (!before || before.limit !== send.limit || send.limit === null) continue;
    const gapUs = send.calledUs - before.calledUs;
    if (gapUs < SECOND_US / send.limit - SPACING_SLACK_US) {
      world.violated(`endpoint ${send.endpoint.index}: ${gapUs} us between two sends at ${send.limit}/s`);
    }
  }
}

/** Of two first attempts the older comes first, unless the wall clock was set back between two lives. */
function checkOrder(
  world: World,
  { id, index }: ModelEndpoint,
  sends: readonly SendRecord[],
  rows: readonly DeliveryRow[],
): void {
  const planned = new Map(
    rows.filter((row) => row.endpointId === id && !row.manual).map((row) => [row.messageId, row]),
  );
  const seen = new Set<string>();
  const order: DeliveryRow[] = [];
  for (const { messageId } of sends) {
    const row = planned.get(messageId);
    if (row && !seen.has(messageId)) order.push(row);
    seen.add(messageId);
  }
  for (const [i, earlier] of order.entries()) {
    const overtaken = order.slice(i + 1).find((x) => x.id < earlier.id && x.createdAt <= earlier.createdAt);
    if (overtaken) world.violated(`endpoint ${index}: delivery ${earlier.id} overtook ${overtaken.id}`);
  }
}

/** Apart from repeats, an ordered endpoint gets nothing before what was accepted earlier, retries included. */
function checkStrictOrder(
  world: World,
  { id, index }: ModelEndpoint,
  sends: readonly SendRecord[],
  rows: readonly DeliveryRow[],
): void {
  const here = rows.filter((row) => row.endpointId === id);
  const resent = new Set(here.filter(({ manual }) => manual).map(({ messageId }) => messageId));
  const planned = new Map(here.map((row) => [row.messageId, row]));
  const order = sends.flatMap(({ messageId, stale }) => {
    const row = stale || resent.has(messageId) ? undefined : planned.get(messageId);
    return row ? [row] : [];
  });
  for (const [i, first] of order.entries()) {
    const late = order.slice(i + 1).find((x) => x.id < first.id && x.createdAt <= first.createdAt);
    if (late) world.violated(`endpoint ${index}: ordered, and got ${late.id} after ${first.id}`);
  }
}

const PUNCTUAL_SLACK_US = 60_000;
/** The gap that the pacer leaves between R sends and the next R: its window, and late arrivals. */
const WINDOW_US = 1_005_000 + 20_000;
const PERIOD_US = 1_009_000;

/** Each send follows as soon as its message exists, its limit allows it and the server runs. */
function checkPunctual(world: World, sends: readonly SendRecord[]): void {
  const acceptedUs = new Map(world.messages.map(({ id, atUs }) => [id, atUs]));
  const lastLife = new Map<string, number>();
  for (const [i, { calledUs, limit, messageId, n, life }] of sends.entries()) {
    const isRepeat = (lastLife.get(messageId) ?? life) < life;
    lastLife.set(messageId, life);
    const readyUs = isRepeat ? world.firstSendsUs[life] : acceptedUs.get(messageId);
    if (limit === null || readyUs === undefined) continue;
    const afterLastUs = (sends[i - 1]?.calledUs ?? 0) + PERIOD_US / limit;
    const afterWindowUs = countedAtUs(world, sends[i - limit]) + WINDOW_US;
    let dueUs = Math.max(readyUs, afterLastUs, afterWindowUs);
    for (const { fromUs, untilUs } of world.blackouts) {
      if (dueUs >= fromUs - PUNCTUAL_SLACK_US) dueUs = Math.max(dueUs, untilUs);
    }
    if (calledUs > dueUs + PUNCTUAL_SLACK_US) {
      world.violated(`message ${n} was ${calledUs - dueUs} us late, for no reason of its endpoint's own`);
    }
  }
}

/** A late response may mean that its send arrived late; this is the maximum allowed. */
const BELIEVED_LATE_US = 400_000;

/** The time of a send: its arrival, or as late as a response read after a stall suggests. */
function countedAtUs({ blackouts }: World, send: SendRecord | undefined): number {
  if (!send) return Number.NEGATIVE_INFINITY;
  const { calledUs, arrivedUs } = send;
  const stall = blackouts.find(
    ({ fromUs, untilUs }) => calledUs >= fromUs - PUNCTUAL_SLACK_US && calledUs < untilUs,
  );
  const seemsUs = stall ? Math.min(stall.untilUs, calledUs + BELIEVED_LATE_US) : calledUs;
  return Math.max(seemsUs, arrivedUs ?? calledUs);
}
