import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApplicationStore } from '../../../src-server/storage/application-store';
import { createBrowserSessionStore } from '../../../src-server/storage/browser-session-store';
import { type Database, openDatabase } from '../../../src-server/storage/database';
import { createIdempotencyStore } from '../../../src-server/storage/idempotency-store';
import { migrate } from '../../../src-server/storage/migrate';
import { createTokenStore, type TokenRecord } from '../../../src-server/storage/token-store';

let folder: string;
let db: Database;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-'));
  db = await openDatabase(join(folder, 'posthorn.db'));
  await migrate(db);
});

afterEach(async () => {
  await db.close();
  await rm(folder, { recursive: true });
});

test('old answers are deleted in batches, newer ones stay', async () => {
  const store = createIdempotencyStore(db);
  const answer = { requestHash: 'r', status: 202, body: '{}' };
  for (let i = 0; i < 5; i++) await store.save(`key${i}`, answer, 1000 + i);
  expect(await store.deleteBefore(1003, 3)).toBe(3);
  expect(await store.deleteBefore(1003, 3)).toBe(1);
  expect(await store.find('key4', 0)).toEqual(answer);
  expect(await store.find('key3', 0)).toBeUndefined();
});

test('expired portal tokens are deleted in batches; tokens of the sender stay visible', async () => {
  const acme = { name: 'Acme', uid: null, rateLimit: null, metadata: {} };
  await createApplicationStore(db).insert('app_1', acme, 1);
  const store = createTokenStore(db);
  const token = (id: string, more: Partial<TokenRecord>): TokenRecord => ({
    id,
    kind: 'portal',
    name: '',
    appId: 'app_1',
    featureFlags: null,
    capabilities: null,
    sessionId: null,
    expiresAt: 1000,
    createdAt: 1,
    ...more,
  });
  for (let i = 0; i < 3; i++) await store.insert(token(`tok_${i}`, {}), `hash${i}`);
  await store.insert(token('tok_later', { expiresAt: 2000 }), 'later');
  await store.insert(token('tok_forever', { expiresAt: null }), 'forever');
  await store.insert(token('tok_own', { kind: 'reader', appId: null }), 'own');
  expect(await store.deleteExpiredPortalTokens(1000, 2)).toBe(2);
  expect(await store.deleteExpiredPortalTokens(1000, 2)).toBe(1);
  const found = await Promise.all(['hash0', 'later', 'forever', 'own'].map((hash) => store.findByHash(hash)));
  expect(found.map((record) => record?.id)).toEqual([undefined, 'tok_later', 'tok_forever', 'tok_own']);
});

test('browser sessions that are not used are deleted in batches', async () => {
  const store = createBrowserSessionStore(db);
  const session = {
    pageKeyHash: 'p',
    tokenHash: 't',
    replacedHash: null,
    host: 'h',
    browser: 'b',
    createdAt: 1,
  };
  for (let i = 0; i < 4; i++)
    await store.insert({ ...session, id: `bses_${i}`, secretHash: `s${i}`, lastUsedAt: 1000 + i }, 9);
  expect(await store.deleteUnused(1003, 2)).toBe(2);
  expect(await store.deleteUnused(1003, 2)).toBe(1);
  const valid = { adminTokenHash: 't', usedSince: 0, now: 1 };
  expect((await store.list(valid, {})).data.map(({ id }) => id)).toEqual(['bses_3']);
});
