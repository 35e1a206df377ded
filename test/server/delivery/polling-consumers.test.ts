import { beforeEach, expect, test } from 'vitest';
import type { PolledPageParts } from '../../../src-server/delivery/polled-page';
import { createPollingConsumers, lagsOf } from '../../../src-server/delivery/polling-consumers';
import {
  createPollingConsumerStore,
  type PollingConsumerStore,
} from '../../../src-server/storage/installation/polling-consumer-store';
import {
  createPollingEndpointStore,
  type PollingEndpointRecord,
} from '../../../src-server/storage/installation/polling-endpoint-store';
import { createPolledMessageStore } from '../../../src-server/storage/messages/polled-message-store';
import { describeEngines } from '../../support/engines';
import { FakeClock } from '../../support/fake-clock';
import { startedForEach } from '../../support/started';

const POLLER: PollingEndpointRecord = {
  ...{ id: `poll_${'0'.repeat(27)}`, appId: 'app_1', uid: null, description: '', disabled: false },
  ...{ filterTypes: ['wanted'], channels: null, filter: null, createdAt: 0, updatedAt: 0 },
};
const WISH = { limit: 50, ask: () => Promise.reject(new Error('there is no filter')) };
/** More than one page looks at. */
const MANY = 6000;

const messageId = (n: number) => `msg_${String(n).padStart(27, '0')}`;

describeEngines('consumers of a polling endpoint', (engine) => {
  const db = startedForEach(() => engine.create());
  let clock: FakeClock;
  let store: PollingConsumerStore;
  let reading: PolledPageParts;
  let consumers: ReturnType<typeof createPollingConsumers>;

  /** Stores messages as of one moment, from one number to another. */
  const accept = (eventType: string, first: number, last = first) =>
    db.write(async (tx) => {
      const ids = Array.from({ length: last - first + 1 }, (_, n) => messageId(first + n));
      await tx.run(
        `INSERT INTO message (id, app_id, event_type, payload, created_at)
         SELECT value, 'app_1', CAST(? AS TEXT), '{}', 0 FROM ${tx.dialect.elements('CAST(? AS TEXT)', 'list')}`,
        [eventType, JSON.stringify(ids)],
      );
    });
  const lease = (ms: number) => {
    const polled = consumers.lease(POLLER, 'c', WISH, { ms, start: () => messageId(0) });
    return polled.then(({ messages, done }) => ({ ids: messages.map(({ id }) => id), done }));
  };

  beforeEach(async () => {
    await db.write((tx) =>
      tx.run(`INSERT INTO application (id, name, created_at, updated_at) VALUES ('app_1', 'A', 0, 0)`),
    );
    const token = { id: 'tok_1', hash: 'h', encrypted: 'e', createdAt: 0, expiresAt: null };
    await createPollingEndpointStore(db).insert(POLLER, token, 50);
    clock = new FakeClock();
    store = createPollingConsumerStore(db);
    reading = {
      polledMessages: createPolledMessageStore(db),
      now: () => clock.now(),
      retentionMs: () => 86_400_000,
    };
    consumers = createPollingConsumers({ ...reading, pollingConsumers: store, clock });
  });

  test('keep what was given by a long lease until that is over, also after a poll with a shorter one', async () => {
    await accept('wanted', 1);
    expect((await lease(60_000)).ids).toEqual([messageId(1)]);
    await accept('wanted', 2);
    expect((await lease(1)).ids).toEqual([messageId(2)]);
    clock.advance(59_000);
    expect((await lease(1)).ids).toEqual([]);
    clock.advance(1000);
    expect((await lease(1)).ids).toEqual([messageId(1), messageId(2)]);
  });

  test('share the messages among which is counted what they have not read when there are many', async () => {
    await accept('wanted', 1, 200);
    for (let n = 1; n <= 20; n++) await consumers.seek(POLLER, `c${n}`, messageId(0));
    const lagsNow = async () => {
      const lags = await lagsOf(reading, POLLER, await store.list(POLLER.id));
      return new Set(lags.map(([, lag]) => JSON.stringify(lag)));
    };
    const [count, firstId] = [200, messageId(1)];
    expect(await lagsNow()).toEqual(new Set([JSON.stringify({ count, isMore: false, firstId })]));
    for (let n = 21; n <= 100; n++) await consumers.seek(POLLER, `c${n}`, messageId(0));
    expect(await lagsNow()).toEqual(new Set([JSON.stringify({ count: 100, isMore: true, firstId })]));
  });

  test('get within a lease past many messages that they do not want, and may then commit what they were given', async () => {
    await accept('wanted', 1);
    expect((await lease(60_000)).ids).toEqual([messageId(1)]);
    await accept('other', 2, MANY);
    await accept('wanted', MANY + 1);
    expect(await lease(60_000)).toEqual({ ids: [], done: false });
    expect(await consumers.commit(POLLER, 'c', 0)).toBe('done');
    expect(await lease(60_000)).toEqual({ ids: [messageId(MANY + 1)], done: true });
    clock.advance(60_000);
    expect(await lease(1)).toEqual({ ids: [], done: false });
    expect((await lease(1)).ids).toEqual([messageId(MANY + 1)]);
  });
});
