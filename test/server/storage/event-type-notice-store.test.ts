import { expect, test } from 'vitest';
import {
  createEventTypeNoticeStore,
  type EventTypeNoticeStore,
} from '../../../src-server/storage/catalog/event-type-notice-store';
import { createEventTypeStore } from '../../../src-server/storage/catalog/event-type-store';
import { describeEngines } from '../../support/engines';
import { plainEventType } from '../../support/plain-event-type';
import { startedForEach } from '../../support/started';

describeEngines('notices about event types', (engine) => {
  const db = startedForEach(engine.create);
  const AUTHOR = { tokenId: null };

  const add = (name: string) => createEventTypeStore(db).insert(plainEventType(name), 1, AUTHOR);

  async function batchOf(store: EventTypeNoticeStore) {
    const batch = await store.next();
    if (!batch) throw new Error('nothing is new');
    return batch;
  }

  test('notices begin with what changes after the first look, and a batch is ended by one reader', async () => {
    const store = createEventTypeNoticeStore(db);
    await add('a.before');
    expect(await store.next()).toBeNull();
    await add('b.after');
    const [first, second] = [await batchOf(store), await batchOf(store)];
    expect(first.versions.map(({ name }) => name)).toEqual(['b.after']);
    expect(await store.end(first, async () => 'said')).toBe('said');
    expect(await store.end(second, async () => 'said again')).toBeUndefined();
    expect(await store.next()).toBeNull();
  });

  test('a notice that could not be stored leaves its batch to be read again', async () => {
    const store = createEventTypeNoticeStore(db);
    await store.next();
    await add('a.after');
    const batch = await batchOf(store);
    await expect(store.end(batch, () => Promise.reject(new Error('full')))).rejects.toThrow('full');
    expect(await batchOf(store)).toEqual(batch);
  });
});
