import { expect, test } from 'vitest';
import { systemClock } from '../../../src-server/base/clock';
import { createIds } from '../../../src-server/base/id';
import { createApplicationStore } from '../../../src-server/storage/application-store';
import { audited, auditedDatabase } from '../../../src-server/storage/audit-scope';
import { createSharedDraftStore } from '../../../src-server/storage/catalog/shared-draft-store';
import { createAuditStore } from '../../../src-server/storage/installation/audit-store';
import { createBrowserSessionStore } from '../../../src-server/storage/installation/browser-session-store';
import { createIdempotencyStore } from '../../../src-server/storage/installation/idempotency-store';
import {
  createShareLinkStore,
  type ShareLinkRecord,
} from '../../../src-server/storage/installation/share-link-store';
import { createTokenStore, type TokenRecord } from '../../../src-server/storage/installation/token-store';
import { contentOfText } from '../../../src-server/working-copy/content-text';
import { describeEngines } from '../../support/engines';
import { PLAIN_APPLICATION } from '../../support/plain-application';
import { startedForEach } from '../../support/started';

describeEngines('rows that have expired', (engine) => {
  const db = startedForEach(engine.create);

  test('old responses are deleted in batches, newer ones stay', async () => {
    const store = createIdempotencyStore(db);
    const response = { requestHash: 'r', status: 202, body: '{}' };
    for (let i = 0; i < 5; i++) await store.save(`key${i}`, response, 1000 + i);
    expect(await store.deleteBefore(1003, 3)).toBe(3);
    expect(await store.deleteBefore(1003, 3)).toBe(1);
    expect(await store.find('key4', 0)).toEqual(response);
    expect(await store.find('key3', 0)).toBeUndefined();
  });

  test('expired portal tokens are deleted in batches; tokens of the sender stay visible', async () => {
    await createApplicationStore(db).insert('app_1', PLAIN_APPLICATION, 1);
    const store = createTokenStore(db);
    const token = (id: string, more: Partial<TokenRecord>): TokenRecord => ({
      id,
      kind: 'portal',
      limitedKind: null,
      lastUsedAt: null,
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
    const found = await Promise.all(
      ['hash0', 'later', 'forever', 'own'].map((hash) => store.findByHash(hash)),
    );
    expect(found.map((record) => record?.id)).toEqual([undefined, 'tok_later', 'tok_forever', 'tok_own']);
  });

  test('lines of the audit are deleted in batches once they are old, and the others stay', async () => {
    const base = Date.UTC(2026, 10, 29);
    const clock = { ...systemClock, now: () => at };
    let at = base;
    const written = auditedDatabase(db, { newId: createIds(clock), clock });
    const request = { actor: { kind: 'full', tokenId: null, name: null }, from: '::1', appId: null } as const;
    const rest = { action: 'application.created', target: null, parameter: null, prefix: '', after: null };
    for (let n = 0; n < 4; n++) {
      at = base + n * 1000;
      await audited({ ...request, ...rest }, () =>
        createApplicationStore(written).insert(`app_${n}`, PLAIN_APPLICATION, at),
      );
    }
    const store = createAuditStore(db);
    const all = { application: undefined, action: undefined, target: undefined, since: undefined };
    expect(await store.deleteBefore(base + 3000, 2)).toBe(2);
    expect(await store.deleteBefore(base + 3000, 2)).toBe(1);
    expect((await store.list(all)).data.map(({ target }) => target)).toEqual(['app_3']);
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

  test('share links that have ended lose their copies at once, and are deleted in batches later', async () => {
    await createApplicationStore(db).insert('app_1', PLAIN_APPLICATION, 1);
    const store = createShareLinkStore(db);
    const drafts = createSharedDraftStore(db);
    const link = { title: null, appId: 'app_1', page: '/catalog', widthPx: 390, frames: [], createdAt: 1 };
    const ends = { expiresAt: 5_000_000, lastOpenedAt: null, revokedAt: null };
    const made = async (id: string, more: Partial<ShareLinkRecord> = {}) => {
      await store.insert({ ...link, ...ends, id, ...more }, 9);
      await store.finish(id, `hash of ${id}`, []);
      await drafts.add(id, [eventType('a'), eventType('b')]);
    };
    await made('share_1', { expiresAt: 2_000 });
    await made('share_2', { revokedAt: 1_000 });
    await made('share_3');
    // Begun, but the server was stopped before it was finished.
    await store.insert({ ...link, ...ends, id: 'share_4' }, 9);
    await drafts.add('share_4', [eventType('a')]);

    expect(await store.deleteCopiesOfEnded(2_000, 3)).toBe(3);
    expect(await store.deleteCopiesOfEnded(2_000, 3)).toBe(1);
    const left = async (id: string) => (await drafts.list(id, {}, true)).data.map(({ name }) => name);
    expect(await left('share_3')).toEqual(['a', 'b']);
    expect(await left('share_4')).toEqual(['a']);
    expect(await store.deleteCopiesOfEnded(3_700_000, 3)).toBe(1);

    expect(await store.deleteEndedBefore(3_000, 1)).toBe(1);
    expect(await store.deleteEndedBefore(3_000, 9)).toBe(2);
    expect((await store.list({}, false)).data.map(({ id }) => id)).toEqual(['share_3']);
    expect(await store.findByHash('hash of share_1')).toBeUndefined();
    const next = { ...link, ...ends, createdAt: 3_000, id: 'share_5' };
    expect(await store.insert(next, 1)).toBe(false);
    expect(await store.insert(next, 2)).toBe(true);
  });
});

function eventType(name: string) {
  return { ...contentOfText('{}', name), deprecatedAt: null, createdAt: 1, updatedAt: 1 };
}
