import { expect, test } from 'vitest';
import type { ReplayScope } from '../../../src-server/delivery/tasks/replay-task';
import { type DeliveryRig, rig } from '../../support/delivery-rig';
import { expectNoStall } from '../../support/expect-no-stall';

const ENDPOINTS = 10_000;
const WAITING = 60_000;
const TRIES = 3;

/** Endpoints, messages, and a delivery of each message to each endpoint that waits for its first retry. */
async function seed(engine: DeliveryRig, endpoints: number, messages: number): Promise<void> {
  const dueAt = Date.now() + 3_000_000;
  const series = (count: number) =>
    `WITH RECURSIVE series (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < ${count})`;
  await engine.db.write(async (tx) => {
    await tx.run(`${series(endpoints)} INSERT INTO endpoint (id, app_id, url, secret, created_at, updated_at)
      SELECT printf('ep_%06d', n), 'app_1', 'http://127.0.0.1:9/', 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 1, 1
      FROM series`);
    await tx.run(`${series(messages)} INSERT INTO message (id, app_id, event_type, payload, created_at)
      SELECT printf('msg_%06d', n), 'app_1', 'a.b', '{}', 1 FROM series`);
    await tx.run(
      `INSERT INTO delivery (message_id, endpoint_id, attempt_count, due_at)
       SELECT message.id, endpoint.id, 1, ? FROM message CROSS JOIN endpoint ORDER BY message.id, endpoint.id`,
      [dueAt],
    );
  });
}

/** A rig with these rows, as after a start; it sends nothing, so that only the work of the call is measured. */
async function seeded(endpoints: number, messages: number): Promise<DeliveryRig> {
  const first = await rig({ scheduleS: [3600] });
  await seed(first, endpoints, messages);
  first.kill();
  const engine = await first.restart();
  engine.delivery.hold(true);
  return engine;
}

test('retrying a message at 10,000 endpoints holds nothing up', async () => {
  const engine = await seeded(ENDPOINTS, TRIES);
  let n = 0;
  await expectNoStall(
    'a message at 10,000 endpoints',
    async () => {
      n += 1;
      const id = `msg_${String(n).padStart(6, '0')}`;
      const found = await engine.delivery.retries.retryNow(id, { endpointId: null, dryRun: false });
      expect(found).toEqual({ retried: ENDPOINTS, alreadyDue: 0, endpointDisabled: 0, paused: 0 });
    },
    TRIES,
  );
  const [due] = await engine.rows(`SELECT count(*) AS n FROM delivery WHERE due_at <= ${Date.now()}`);
  expect(due).toEqual({ n: n * ENDPOINTS });
}, 120_000);

test('counting 60,000 waiting retries holds nothing up', async () => {
  const engine = await seeded(1, WAITING);
  const scope: ReplayScope = { name: 'endpoint.retry-now', since: 0, until: Date.now(), filter: {} };
  await expectNoStall('60,000 waiting retries', async () => {
    const found = await engine.delivery.replays.estimate('ep_000001', scope);
    expect(found).toMatchObject({ messages: WAITING, alreadyWaiting: 0 });
  });
}, 120_000);
