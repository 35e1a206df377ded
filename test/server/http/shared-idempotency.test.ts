import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../src-server/base/clock';
import { createSharedIdempotency } from '../../../src-server/cluster/node/shared-idempotency';
import type {
  Idempotency,
  IdempotentRequest,
  ResponseText,
  Work,
} from '../../../src-server/http/pipeline/idempotent-request';
import { createApplicationStore } from '../../../src-server/storage/application-store';
import type { Database } from '../../../src-server/storage/database';
import { createMessageWriter } from '../../../src-server/storage/messages/message-store';
import { outcomeUnknown } from '../../../src-server/storage/outcome-unknown';
import { createClaimStore } from '../../../src-server/storage/postgres/claim-store';
import { RepeatedKey } from '../../../src-server/storage/stored-response';
import { describePostgres } from '../../support/engines';
import { FakeClock } from '../../support/fake-clock';
import { PLAIN_APPLICATION } from '../../support/plain-application';
import { plainMessage } from '../../support/plain-message';
import { createPostgres } from '../../support/postgres-for-tests';
import { startedForEach } from '../../support/started';

const RESPONSE: ResponseText = { status: 201, text: '{"id":1}' };

describePostgres('idempotency over several nodes', () => {
  const created = startedForEach(createPostgres);
  let databases: [Database, Database];
  /** One for each of two nodes. */
  let nodes: [Idempotency, Idempotency];
  let now: number;
  let runs: number;

  beforeEach(async () => {
    databases = [await created.open(), await created.open()];
    now = 1_700_000_000_000;
    runs = 0;
    nodes = [nodeOf(databases[0]), nodeOf(databases[1])];
  });
  afterEach(async () => {
    for (const db of databases) await db.close();
  });

  const nodeOf = (db: Database, clock = systemClock) =>
    createSharedIdempotency({ claims: createClaimStore(db), clock, now: () => now });
  const request = (key: string, extra: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
    key,
    authorization: 'Bearer x',
    url: '/api/v1/app',
    body: Buffer.from('{}'),
    secretResponse: false,
    keptWithWork: false,
    ...extra,
  });
  const work: Work = async () => {
    runs++;
    return RESPONSE;
  };
  /** Work that ends when it is told to. */
  const heldWork = () => {
    let end = () => {};
    const ending = new Promise<void>((resolve) => {
      end = resolve;
    });
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const run: Work = async () => {
      runs++;
      begin();
      await ending;
      return RESPONSE;
    };
    return { run, begun, end };
  };
  const code = (cause: unknown) => (cause as { body: { code: string } }).body.code;

  test.each(['mine', 'auto_1'])('a repeat of %s on the other node gets the first response', async (key) => {
    expect(await nodes[0](request(key), work)).toEqual(RESPONSE);
    expect(await nodes[1](request(key), work)).toEqual(RESPONSE);
    expect(runs).toBe(1);
  });

  test('a repeat that arrives while the other node executes it waits for the response', async () => {
    const held = heldWork();
    const first = nodes[0](request('k'), held.run);
    await held.begun;
    const second = nodes[1](request('k'), work);
    held.end();
    expect(await Promise.all([first, second])).toEqual([RESPONSE, RESPONSE]);
    expect(runs).toBe(1);
  });

  test('many at once on both nodes happen once', async () => {
    const all = Array.from({ length: 20 }, (_, n) => nodes[n % 2 === 0 ? 0 : 1](request('k'), work));
    expect(new Set((await Promise.all(all)).map(({ text }) => text))).toEqual(new Set([RESPONSE.text]));
    expect(runs).toBe(1);
  });

  test("a caller's own key with another body is refused, also while the first runs", async () => {
    const held = heldWork();
    const first = nodes[0](request('k'), held.run);
    await held.begun;
    const other = request('k', { body: Buffer.from('{"n":1}') });
    expect(code(await nodes[1](other, work).catch((cause) => cause))).toBe('idempotency_conflict');
    held.end();
    await first;
    expect(code(await nodes[1](other, work).catch((cause) => cause))).toBe('idempotency_conflict');
  });

  test('a refused or failed request leaves its key free', async () => {
    const fails = () => Promise.reject(new Error('no'));
    await expect(nodes[0](request('k'), fails)).rejects.toThrow('no');
    await nodes[1](request('k'), async () => ({ status: 422, text: null }));
    expect(await nodes[0](request('k'), work)).toEqual(RESPONSE);
    expect(runs).toBe(1);
  });

  test('what may have been done without a response is not done again: its repeat is told so', async () => {
    const cut = () => Promise.reject(outcomeUnknown(new Error('cut')));
    await expect(nodes[0](request('k'), cut)).rejects.toMatchObject({ body: { code: 'outcome_unknown' } });
    const repeated = await nodes[1](request('k'), work).catch((cause) => cause);
    expect([code(repeated), repeated.message]).toEqual([
      'idempotency_conflict',
      expect.stringMatching(/not known whether it was carried out/),
    ]);
    now += 60_000;
    await expect(nodes[0](request('k'), work)).rejects.toThrow(/not known whether it was carried out/);
    expect(runs).toBe(0);
  });

  test('a key whose node is gone is taken over after a minute, and what that node then says is not kept', async () => {
    const held = heldWork();
    const first = nodes[0](request('k'), held.run);
    await held.begun;
    now += 60_000;
    const second = { status: 200, text: '{"id":2}' };
    expect(await nodes[1](request('k'), async () => second)).toEqual(second);
    held.end();
    expect(await first).toEqual(RESPONSE);
    expect(await nodes[0](request('k'), work)).toEqual(second);
  });

  test('a repeat does not wait forever: it is told to come again', async () => {
    const held = heldWork();
    const first = nodes[0](request('k'), held.run);
    await held.begun;
    const clock = new FakeClock();
    const refused = nodeOf(databases[1], clock)(request('k'), work).catch((cause) => cause);
    let response: unknown;
    void refused.then((cause) => {
      response = cause;
    });
    const later = () => {
      clock.advance(1000);
      return response;
    };
    await expect.poll(later).toBeDefined();
    expect([code(response), (response as { retryAfterS: number }).retryAfterS]).toEqual(['unavailable', 1]);
    held.end();
    await first;
  });

  test('a secret is repeated by the node that gave it, is never stored, and is not made again by another', async () => {
    const secret = request('k', { secretResponse: true });
    const token = { status: 200, text: '{"token":"hidden"}' };
    const makes: Work = async () => {
      runs++;
      return token;
    };
    await nodes[0](secret, makes);
    expect(await nodes[0](secret, makes)).toEqual(token);
    const refused = await nodes[1](secret, makes).catch((cause) => cause);
    expect([code(refused), refused.message]).toEqual([
      'idempotency_conflict',
      expect.stringMatching(/was executed\. Its response contains a secret that is shown only once/),
    ]);
    expect(runs).toBe(1);
    const rows = await databases[0].all('SELECT * FROM idempotent_answer');
    expect(JSON.stringify(rows)).not.toContain('hidden');
  });

  test('a response is repeated for twelve hours, and then its key is free again', async () => {
    await nodes[0](request('k'), work);
    now += 12 * 3_600_000 - 1;
    await nodes[1](request('k'), work);
    expect(runs).toBe(1);
    now += 1;
    await nodes[1](request('k'), work);
    expect(runs).toBe(2);
  });

  test.each(['mine', 'auto_1'])(
    'a message under the key %s is stored once, by the statement itself',
    async (key) => {
      await createApplicationStore(databases[0]).insert('app_1', PLAIN_APPLICATION, 1);
      const send = async (node: 0 | 1, id: string) => {
        const writer = createMessageWriter(databases[node]);
        const response = { status: 202, text: `{"id":"${id}"}` };
        return nodes[node](request(key, { keptWithWork: true }), async (keep) => {
          const responseToKeep = keep && (() => keep(response));
          const { kind } = await writer.insert(plainMessage(id, { responseToKeep }));
          if (kind === 'repeated-key') throw new RepeatedKey();
          return response;
        });
      };
      const both = await Promise.all([send(0, 'msg_a'), send(1, 'msg_b')]);
      const again = await Promise.all([send(0, 'msg_c'), send(1, 'msg_d')]);
      const stored = await databases[0].all<{ id: string }>('SELECT id FROM message');
      expect(stored).toHaveLength(1);
      expect([...both, ...again]).toEqual(Array(4).fill({ status: 202, text: `{"id":"${stored[0]?.id}"}` }));
    },
  );
});
