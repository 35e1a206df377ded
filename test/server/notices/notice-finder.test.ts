import { expect, test } from 'vitest';
import { createIds } from '../../../src-server/base/id';
import type { NoticeKind } from '../../../src-server/contract/notice-channel';
import { composeNotice } from '../../../src-server/notices/compose-notice';
import { createNoticeFinder } from '../../../src-server/notices/notice-finder';
import type { ServiceSources } from '../../../src-server/notices/service-conditions';
import { databasePath } from '../../../src-server/storage/files/database-path';
import { UNTOLD } from '../../../src-server/storage/installation/notice-channel-store';
import { createNoticeStore } from '../../../src-server/storage/messages/notice-store';
import { openDatabase } from '../../../src-server/storage/sqlite/sqlite-database';
import { FakeClock } from '../../support/fake-clock';
import { newFolder } from '../../support/new-folder';
import { newMigratedFile } from '../../support/new-migrated-file';
import { startedForEach, startedHere } from '../../support/started';
import { makeCertificate } from '../../support/test-certificate';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const folder = startedForEach(newFolder);

/** A finder on an empty database, for a channel that tells everything; what the server says of itself is up to the test. */
async function start() {
  const path = databasePath(folder.path);
  await newMigratedFile(path);
  const db = await startedHere(openDatabase(path));
  const store = createNoticeStore(db);
  const clock = new FakeClock(Date.now());
  const service: { -readonly [Name in keyof ServiceSources]: ServiceSources[Name] } = {
    backup: () => null,
    certificate: () => null,
    network: () => ({ state: 'online', since: 0 }),
    deadNodes: () => [],
  };
  let delayed: { appId: string; endpointId: string; waitMs: number | null }[] = [];
  const kinds: NoticeKind[] = [
    'delivery.delayed',
    'service.backup',
    'service.offline',
    'service.certificate',
    'service.restarted',
  ];
  const channel = {
    ...{ id: 'nch_1', name: 'All', kind: 'slack' as const, sealed: null, notices: kinds, applications: null },
    way: { origin: null, to: null, from: null, smtp: null },
    ...{
      pagesUrl: 'http://localhost',
      customerLink: null,
      disabled: false,
      createdAt: clock.now(),
      ...UNTOLD,
    },
  };
  const finder = () =>
    createNoticeFinder({
      ...{ store, service, clock, newId: createIds(clock), noticeAfterMs: 5 * MINUTE },
      delayed: async () => delayed,
      silent: async () => [],
      describe: async () => ({ url: 'https://ada.example/hook?key=k', appName: 'Ada' }),
    });
  const look = finder();
  let seen = 0;
  /** Looks, and says what is to be told since the last time. */
  const news = async (find = look) => {
    await find([channel]);
    const waiting = await store.listWaiting(100);
    const titles = waiting.slice(seen).map((notice) => composeNotice([notice], channel, clock.now()).title);
    seen = waiting.length;
    return titles;
  };
  const setDelayed = (next: typeof delayed) => {
    delayed = next;
  };
  return { clock, service, news, finder, setDelayed };
}

test('a backup that fails or is late is told once, by whichever node looks, and so is its end', async () => {
  const { clock, service, news, finder } = await start();
  let state: { next: number; error: string | null } = { next: clock.now(), error: 'The disk is full.' };
  service.backup = () => state;
  expect(await news()).toEqual(['A scheduled backup failed or is overdue (The disk is full)']);
  expect(await news()).toEqual([]);
  expect(await news(finder())).toEqual([]);
  state = { next: clock.now(), error: null };
  expect(await news()).toEqual(['Scheduled backups work again']);
  clock.stall(31 * MINUTE);
  expect((await news())[0]).toMatch(/^A scheduled backup failed or is overdue \(due since /);
});

test('a node that crashed is told once, by whichever node looks, unless the channel was made later', async () => {
  const { clock, service, news, finder } = await start();
  const dead = (id: string, diedAt: number) => ({ id, address: `http://10.0.0.1:${id}`, diedAt });
  const before = dead('8071', clock.now() - MINUTE);
  service.deadNodes = () => [before];
  expect(await news()).toEqual([]);
  clock.stall(MINUTE);
  const after = dead('8072', clock.now());
  service.deadNodes = () => [before, after];
  const expected = 'The node at http://10.0.0.1:8072 crashed or lost its connection to the database';
  expect(await news()).toEqual([expected]);
  expect(await news(finder())).toEqual([]);
  // Its row is removed.
  service.deadNodes = () => [];
  expect(await news()).toEqual([]);
});

test('a network that was gone for ten minutes is told when it is back, and a shorter loss is not', async () => {
  const { clock, service, news } = await start();
  clock.stall(MINUTE);
  const lose = () => {
    const since = clock.now();
    service.network = () => ({ state: 'offline', since });
  };
  const find = () => {
    service.network = () => ({ state: 'online', since: clock.now() });
  };
  lose();
  clock.stall(9 * MINUTE);
  expect(await news()).toEqual([]);
  find();
  expect(await news()).toEqual([]);
  lose();
  clock.stall(10 * MINUTE);
  expect(await news()).toEqual([]);
  find();
  expect((await news())[0]).toMatch(/^Posthorn is back online \(offline since /);
});

test('a certificate that ends within 14 days is told once, until it is another', async () => {
  const { clock, service, news } = await start();
  const { text } = await makeCertificate(folder);
  service.certificate = () => text;
  expect(await news()).toEqual([]);
  clock.stall(17 * DAY);
  expect((await news())[0]).toMatch(/^The TLS certificate expires soon \(valid until /);
  expect(await news()).toEqual([]);
  clock.stall(2 * DAY);
  expect(await news()).toEqual([]);
});

test('a queue above 15 minutes is told once, though it goes up and down, and its end when it was short for a minute', async () => {
  const { clock, news, setDelayed } = await start();
  const queue = (minutes: number | null) =>
    setDelayed([{ appId: 'app_1', endpointId: 'ep_1', waitMs: minutes === null ? null : minutes * MINUTE }]);
  queue(14);
  expect(await news()).toEqual([]);
  queue(16);
  expect(await news()).toEqual(['Ada: ada.example is delayed by more than 15 minutes']);
  queue(10);
  expect(await news()).toEqual([]);
  queue(20);
  expect(await news()).toEqual([]);
  queue(0);
  expect(await news()).toEqual([]);
  // Nothing is sent to it for hours: it is held, or its node does not answer.
  queue(null);
  for (let n = 0; n < 3; n++) {
    clock.stall(60 * MINUTE);
    expect(await news()).toEqual([]);
  }
  queue(4);
  expect(await news()).toEqual([]);
  clock.stall(MINUTE);
  expect(await news()).toEqual(['Ada: ada.example is no longer delayed']);
  expect(await news()).toEqual([]);
});

test('a delayed endpoint that is deleted is not said to be no longer delayed', async () => {
  const { clock, news, setDelayed } = await start();
  setDelayed([{ appId: 'app_1', endpointId: 'ep_1', waitMs: 16 * MINUTE }]);
  expect(await news()).toHaveLength(1);
  setDelayed([]);
  expect(await news()).toEqual([]);
  clock.stall(2 * MINUTE);
  expect(await news()).toEqual([]);
});
