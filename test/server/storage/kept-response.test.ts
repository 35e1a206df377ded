import { beforeEach, expect, test } from 'vitest';
import { createApplicationStore } from '../../../src-server/storage/application-store';
import { createIdempotencyStore } from '../../../src-server/storage/installation/idempotency-store';
import { createMessageWriter } from '../../../src-server/storage/messages/message-store';
import type { NewMessage } from '../../../src-server/storage/new-message';
import { describeEngines } from '../../support/engines';
import { PLAIN_APPLICATION } from '../../support/plain-application';
import { plainMessage } from '../../support/plain-message';
import { startedForEach } from '../../support/started';

describeEngines('an answer kept with its message', (engine) => {
  const db = startedForEach(engine.create);

  beforeEach(async () => {
    await createApplicationStore(db).insert('app_1', PLAIN_APPLICATION, 1);
  });
  const message = (id: string, extra: Partial<NewMessage> = {}) =>
    plainMessage(id, {
      responseToKeep: (stored) => ({
        keyHash: `key of ${stored.id}`,
        requestHash: 'r',
        status: 202,
        body: JSON.stringify({ id: stored.id }),
        now: 5,
      }),
      ...extra,
    });

  test('a message and the response to it are one commit', async () => {
    let commits = 0;
    db.onCommit(() => commits++);
    await createMessageWriter(db).insert(message('msg_1'));
    expect(commits).toBe(1);
    expect(await createIdempotencyStore(db).find('key of msg_1', 0)).toEqual({
      requestHash: 'r',
      status: 202,
      body: '{"id":"msg_1"}',
    });
  });

  test('of a batch, only messages that were stored leave a response, and only those that want one', async () => {
    const writer = createMessageWriter(db);
    const results = await Promise.all([
      writer.insert(message('msg_1', { eventId: 'e' })),
      writer.insert(message('msg_2', { eventId: 'e' })),
      writer.insert(message('msg_3', { responseToKeep: undefined })),
    ]);
    expect(results.map(({ kind }) => kind)).toEqual(['stored', 'repeated-event-id', 'stored']);
    const kept = await db.all('SELECT key_hash FROM idempotent_answer');
    expect(kept).toEqual([{ key_hash: 'key of msg_1' }]);
  });

  test('a request that was being executed on a node, whose database was then moved, has no response', async () => {
    await db.write((tx) => tx.run(`INSERT INTO idempotent_answer VALUES ('k', 'r', 0, 'run', 5)`));
    expect(await createIdempotencyStore(db).find('k', 0)).toBeUndefined();
  });

  test('a message that cannot be stored leaves no response', async () => {
    const insert = createMessageWriter(db).insert(message('msg_1', { appId: 'app_none' }));
    await expect(insert).rejects.toThrow(/foreign key|stored at the same time/i);
    expect(await db.all('SELECT key_hash FROM idempotent_answer')).toEqual([]);
  });
});
