import { expect, test } from 'vitest';
import { createEventTypeStore } from '../../../src-server/storage/catalog/event-type-store';
import { createEventTypeVersionStore } from '../../../src-server/storage/catalog/event-type-version-store';
import {
  createPublicationStore,
  LAST_PUBLICATION,
} from '../../../src-server/storage/catalog/publication-store';
import { migrate, migrations } from '../../../src-server/storage/sqlite/migrate';
import { newDatabaseFile } from '../../support/new-database-file';
import { plainEventType } from '../../support/plain-event-type';
import { startedForEach } from '../../support/started';

const db = startedForEach(newDatabaseFile);
const content = (name: string, description: string) =>
  plainEventType(name, { description, schemas: '{"1":{"type":"object"}}' });
const changes = async () =>
  (await createPublicationStore(db).listChanges(null)).data.map(({ name, before, now }) => [
    name,
    before?.description ?? null,
    now?.description ?? null,
  ]);

test('a publish that an older version noted is the state of the history at its time', async () => {
  const number = migrations.find(({ sql }) => sql.includes('CREATE TABLE publication_type'))?.version ?? 0;
  await migrate(
    db,
    migrations.filter(({ version }) => version < number),
  );
  const older = (name: string, version: number, description: string, at: number) =>
    db.write(async (tx) => {
      await tx.run(
        `INSERT INTO event_type (name, description, created_at, updated_at) VALUES (?1, ?2, ?3, ?3)
         ON CONFLICT (name) DO UPDATE SET description = excluded.description, updated_at = excluded.updated_at`,
        [name, description, at],
      );
      await tx.run(
        `INSERT INTO event_type_version (name, version, act, description, archived, deprecated, difference, created_at)
         VALUES (?, ?, 'update', ?, 0, 0, '{}', ?)`,
        [name, version, description, at],
      );
    });
  await older('kept', 1, 'As it was.', 1);
  await older('gone', 1, 'Was there.', 1);
  await older('kept', 2, 'As it is.', 9);
  await older('new', 1, 'Is there.', 9);
  const noted = { at: 5, how: 'noted', eventTypes: [{ name: 'kept' }, { name: 'gone' }] };
  await db.write((tx) =>
    tx.run('INSERT INTO setting (name, value) VALUES (?, ?)', [LAST_PUBLICATION, JSON.stringify(noted)]),
  );
  await migrate(db);
  await createEventTypeStore(db).expunge('gone', 10);
  expect(await createPublicationStore(db).last()).toEqual({ at: 5, how: 'noted' });
  expect(await changes()).toEqual([
    ['gone', 'Was there.', null],
    ['kept', 'As it was.', 'As it is.'],
    ['new', null, 'Is there.'],
  ]);
});

test('what was published stays in the history, however often it changes, and what changed back is no change', async () => {
  await migrate(db);
  const types = createEventTypeStore(db);
  await types.insert(content('a', 'Published.'), 1);
  await createPublicationStore(db).note({ at: 2, how: 'noted' });
  for (let n = 0; n < 120; n += 1) await types.update('a', 3, () => content('a', `Change ${n}.`));
  await createEventTypeVersionStore(db).deleteBeyondKept(1_000);
  expect(await changes()).toEqual([['a', 'Published.', 'Change 119.']]);
  await types.update('a', 4, () => content('a', 'Published.'));
  expect(await changes()).toEqual([]);
});
