import { expect, test } from 'vitest';
import { createIds } from '../../../src-server/base/id';
import { createLog } from '../../../src-server/base/log';
import type { NoticeKind } from '../../../src-server/contract/notice-channel';
import { NoticeDesk } from '../../../src-server/notices/notice-desk';
import type { DatabaseTrouble } from '../../../src-server/storage/database-trouble';
import { databasePath } from '../../../src-server/storage/files/database-path';
import {
  createNoticeChannelStore,
  UNTOLD,
} from '../../../src-server/storage/installation/notice-channel-store';
import { createNoticeStore, type NoticeRecord } from '../../../src-server/storage/messages/notice-store';
import { openDatabase } from '../../../src-server/storage/sqlite/sqlite-database';
import { FakeClock } from '../../support/fake-clock';
import { newFolder } from '../../support/new-folder';
import { newMigratedFile } from '../../support/new-migrated-file';
import { newSignal } from '../../support/new-signal';
import { startedForEach, startedHere } from '../../support/started';
import { until } from '../../support/until';

const folder = startedForEach(newFolder);

/** A desk with one channel for the service itself, whose database is in trouble when the test says so. */
async function start({ endedUnasked = false, madeAgoMs = 0, disabled = false } = {}) {
  const path = databasePath(folder.path);
  await newMigratedFile(path);
  const db = await startedHere(openDatabase(path));
  const clock = new FakeClock(Date.now());
  const newId = createIds(clock);
  const channelStore = createNoticeChannelStore(db);
  const store = createNoticeStore(db);
  await channelStore.insert(
    {
      ...{ id: 'nch_1', name: 'Service', kind: 'slack', sealed: null, applications: null },
      notices: ['service.storage', 'service.restarted'],
      way: { origin: null, to: null, from: null, smtp: null },
      ...{ pagesUrl: 'http://localhost', customerLink: null, disabled },
      createdAt: clock.now() - madeAgoMs,
      ...UNTOLD,
    },
    1,
  );
  const state: { trouble: DatabaseTrouble | null; full: string | null; error: string | null } = {
    ...{ trouble: null, full: null, error: null },
  };
  const titles: string[] = [];
  const way = { taken: Promise.resolve(), afterReading: async () => {} };
  const desk = new NoticeDesk({
    ...{ channelStore, secretOf: () => ({}), find: async () => undefined },
    store: {
      ...store,
      listWaiting: async (most) => {
        const read = await store.listWaiting(most);
        await way.afterReading();
        return read;
      },
    },
    send: async ({ message }) => {
      titles.push(message.title);
      await way.taken;
      return state.error;
    },
    db: { trouble: () => state.trouble },
    fullDisk: async () => state.full,
    ...{ endedUnasked, isShared: false, clock, newId, log: createLog('silent') },
  });
  await desk.start();
  await desk.wake();
  const stopping = { close: () => desk.stop() };
  await startedHere(Promise.resolve(stopping));
  const look = async () => {
    clock.stall(10_000);
    await desk.wake();
  };
  return { state, titles, way, look, clock, store, channelStore };
}

test('a database in trouble is told from memory, once, and its end when it can be written again', async () => {
  const { state, titles, look } = await start();
  state.trouble = { reason: 'damaged', detail: 'The file is damaged.' };
  await look();
  await look();
  expect(titles).toEqual(['Posthorn has a storage problem (The file is damaged.)']);
  state.trouble = null;
  await look();
  await until(
    () => titles.length,
    (count) => count > 1,
  );
  await look();
  expect(titles.slice(1)).toEqual(['The storage problem is resolved']);
});

test('a full disk is told, and tried again a minute later by a channel that did not take it', async () => {
  const { state, titles, look, clock } = await start();
  state.full = 'Only 10 MB are free.';
  state.error = 'It responded with HTTP 503.';
  await look();
  await look();
  expect(titles).toHaveLength(1);
  state.error = null;
  clock.stall(60_000);
  await look();
  await look();
  expect(titles).toEqual(Array(2).fill('Posthorn has a storage problem (Only 10 MB are free.)'));
});

test('what is told while the next look reads is told once', async () => {
  const { titles, way, look, store, clock } = await start();
  const notice = {
    ...{ id: 'ntc_1', channelId: 'nch_1', kind: 'endpoint.failing' as const, recipient: '' },
    ...{ facts: { appName: 'Ada' }, createdAt: clock.now(), triedAt: null },
  };
  await store.note({ begun: [], ended: [], notices: [notice] });
  const [taken, take] = newSignal();
  way.taken = taken;
  await look();
  way.afterReading = async () => {
    take();
    await until(
      () => store.listWaiting(1),
      (waiting) => waiting.length === 0,
    );
  };
  await look();
  await look();
  expect(titles).toHaveLength(1);
});

test('a notice for a customer is never told by a channel without a page for customers', async () => {
  const { titles, look, store, clock } = await start();
  const notice = {
    ...{ id: 'ntc_1', channelId: 'nch_1', kind: 'endpoint.disabled' as const, recipient: 'it@ada.example' },
    ...{ facts: { appName: 'Ada' }, createdAt: clock.now(), triedAt: null },
  };
  await store.note({ begun: [], ended: [], notices: [notice] });
  await look();
  expect([titles, await store.listWaiting(10)]).toEqual([[], []]);
});

test('a start after a process that ended without being stopped is told once', async () => {
  const { titles, look } = await start({ endedUnasked: true });
  await look();
  await until(
    () => titles.length,
    (count) => count > 0,
  );
  await look();
  expect(titles).toEqual(['Posthorn restarted after a crash']);
});

test('a start after a crash is not told by a channel that was switched off at the time', async () => {
  const off = await start({ endedUnasked: true, disabled: true });
  await off.channelStore.update('nch_1', (current) => ({ ...current, disabled: false }));
  await off.look();
  await off.look();
  expect([off.titles, await off.store.listWaiting(10)]).toEqual([[], []]);
});

test('a start after a crash is not told by a channel that was made after it', async () => {
  const { titles, look, store } = await start({ endedUnasked: true, madeAgoMs: -1000 });
  await look();
  await look();
  expect([titles, await store.listWaiting(10)]).toEqual([[], []]);
});

test('what waits for a channel that takes nothing keeps no other channel and no other kind waiting', async () => {
  const { store, clock } = await start();
  const waits = (channelId: string, kind: NoticeKind, n: number): NoticeRecord => ({
    ...{ id: `ntc_${n}`, channelId, kind, recipient: '', facts: {}, createdAt: clock.now(), triedAt: null },
  });
  const dead = Array.from({ length: 5 }, (_, n) => waits('nch_dead', 'endpoint.failing', n));
  const notices = [...dead, waits('nch_dead', 'service.backup', 6), waits('nch_live', 'endpoint.failing', 7)];
  await store.note({ begun: [], ended: [], notices });
  expect((await store.listWaiting(3)).map(({ id }) => id)).toEqual([
    ...['ntc_0', 'ntc_1', 'ntc_2'],
    ...['ntc_6', 'ntc_7'],
  ]);
});
