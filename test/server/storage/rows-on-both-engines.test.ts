import { expect, test } from 'vitest';
import { createApplicationStore } from '../../../src-server/storage/application-store';
import { createSharedDraftStore } from '../../../src-server/storage/catalog/shared-draft-store';
import { createWorkingCopyJournal } from '../../../src-server/storage/catalog/working-copy-journal';
import {
  type CopyRowChange,
  createWorkingCopyStore,
} from '../../../src-server/storage/catalog/working-copy-store';
import { createConnectionStore } from '../../../src-server/storage/installation/connection-store';
import { createShareLinkStore } from '../../../src-server/storage/installation/share-link-store';
import { createTokenStore } from '../../../src-server/storage/installation/token-store';
import { collected } from '../../support/collected';
import { describeEngines } from '../../support/engines';
import { PLAIN_APPLICATION } from '../../support/plain-application';
import { plainEventType } from '../../support/plain-event-type';
import { startedForEach } from '../../support/started';

/** What the tests over HTTP ask of the stores on SQLite alone, unless they run at night. */
describeEngines('rows of the stores', (engine) => {
  const db = startedForEach(engine.create);

  test('the changed event types of a working copy are read in full, and all of them in short', async () => {
    const connection = {
      ...{ id: 'con_1', name: 'There', baseUrl: 'http://there.example', encryptedToken: 'sealed' },
      ...{ createdAt: 0, colour: null, isProtected: true, mode: null, installation: null },
    };
    await createConnectionStore(db).insert(connection, 1);
    const copies = createWorkingCopyStore(db);
    const rowOf = (name: string, base: string, mine: string): CopyRowChange => ({
      ...{ name, base, mine, theirs: base },
      status: { mineChanged: base !== mine, theirsChanged: false, inConflict: false, fields: [] },
    });
    const textOf = (name: string, description: string) => JSON.stringify({ name, description });
    const [same, before, after] = [textOf('a', 'Same.'), textOf('b', 'Before.'), textOf('b', 'After.')];
    const rows = [rowOf('a', same, same), rowOf('b', before, after)];
    const author = { tokenId: 'tok_1', sessionId: null };
    const types = [{ name: 'b', before, after }];
    const edit = { act: 'edit', types, author } as const;
    expect(await copies.write('con_1', { planned: new Map(), rows, fetchedAt: 1, edit }, 7)).toBe(true);

    expect((await collected(copies.walkChanged('con_1'))).map(({ name, mine }) => [name, mine])).toEqual([
      ['b', after],
    ]);
    expect(JSON.parse(await copies.summariesAsJson('con_1'))).toMatchObject([
      { name: 'a', description: 'Same.' },
      { name: 'b', description: 'After.' },
    ]);
    const journal = createWorkingCopyJournal(db);
    expect(await journal.findSummary('con_1', 'undo')).toMatchObject({
      ...{ act: 'edit', types: 1, name: 'b', editedAt: 7, author },
    });
    expect(await journal.findSummary('con_1', 'redo')).toBeUndefined();
  });

  test('an event type that was copied for a share link is found by its name', async () => {
    await createApplicationStore(db).insert('app_1', PLAIN_APPLICATION, 1);
    const link = {
      ...{ id: 'shl_1', title: null, appId: 'app_1', page: '/catalog', widthPx: 834, frames: [] },
      ...{ createdAt: 1, expiresAt: 9, lastOpenedAt: null, revokedAt: null },
    };
    expect(await createShareLinkStore(db).insert(link, 10)).toBe(true);
    const drafts = createSharedDraftStore(db);
    const copied = {
      ...plainEventType('a', { description: 'Copied.' }),
      ...{ deprecatedAt: 1, createdAt: 2, updatedAt: 3 },
    };
    await drafts.add(link.id, [copied]);
    expect(await drafts.get(link.id, 'a')).toEqual(copied);
    expect(await drafts.get(link.id, 'b')).toBeUndefined();
    expect(await drafts.get('shl_2', 'a')).toBeUndefined();
  });

  test('a token has its name until it is deleted', async () => {
    const tokens = createTokenStore(db);
    const unused = {
      ...{ appId: null, featureFlags: null, capabilities: null, sessionId: null, expiresAt: null },
      ...{ limitedKind: null, lastUsedAt: null },
    };
    await tokens.insert({ id: 'tok_1', kind: 'admin', name: 'Ada', createdAt: 1, ...unused }, 'hash');
    expect(await tokens.nameOf('tok_1')).toBe('Ada');
    await tokens.delete('tok_1');
    expect(await tokens.nameOf('tok_1')).toBeNull();
  });
});
