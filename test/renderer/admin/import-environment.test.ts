import { beforeEach, expect, it } from 'vitest';
import {
  importAsShown,
  readTagged,
  undoImport,
} from '../../../src-renderer/admin/features/catalog/files/import-environment';
import { ApiClient } from '../../../src-renderer/api/api-client';
import { UndoRefused } from '../../../src-renderer/ui/toast-store';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const server = startedOnce(startTestServer);
let round = 0;
let names: readonly [string, string, string];

beforeEach(async () => {
  round += 1;
  names = [`changed.${round}`, `added.${round}`, `other.${round}`];
  await server.call('PATCH', '/settings', { displayName: null });
  await server.call('POST', '/event-type', { name: names[0], description: 'before' });
  await server.call('POST', '/event-type', { name: names[2], description: 'before' });
});

const api = () => new ApiClient({ baseAddress: server.baseUrl, token: server.adminToken });
const read = () => readTagged(api(), false);
const wanted = () => ({
  eventTypes: [
    { name: names[0], description: 'imported' },
    { name: names[1], description: 'imported' },
  ],
  settings: { displayName: 'Imported' },
});
const description = async (name: string) =>
  (await server.call('GET', `/event-type/${name}`)).json.description ?? null;
const state = async () => [
  ...(await Promise.all(names.map(description))),
  (await server.call('GET', '/settings')).json.displayName,
];
const edit = (name: string) => server.call('PATCH', `/event-type/${name}`, { description: 'theirs' });

it('an environment import succeeds although someone else changes an event type that it does not touch', async () => {
  const shown = await read();
  await edit(names[2]);
  const before = await importAsShown(api(), { wanted: wanted(), shown, read });
  expect(await state()).toEqual(['imported', 'imported', 'theirs', 'Imported']);
  await undoImport(api(), { wanted: wanted(), before, read });
  expect(await state()).toEqual(['before', null, 'theirs', null]);
});

it('an environment import writes nothing if what it replaces has changed since its preview', async () => {
  const shown = await read();
  await edit(names[0]);
  await expect(importAsShown(api(), { wanted: wanted(), shown, read })).rejects.toThrow('preview');
  expect(await state()).toEqual(['theirs', null, 'before', null]);
});

it('undoing an environment import asks before it overwrites what someone else changed since', async () => {
  const before = await importAsShown(api(), { wanted: wanted(), shown: await read(), read });
  await edit(names[0]);
  await server.call('PATCH', '/settings', { displayName: 'Theirs' });
  const refused: UndoRefused = await undoImport(api(), { wanted: wanted(), before, read }).catch(
    (caught) => caught,
  );
  expect(refused).toBeInstanceOf(UndoRefused);
  expect(refused.why).toBe(`Someone else has changed ${names[0]} and 1 more in the meantime.`);
  expect(await state()).toEqual(['theirs', 'imported', 'before', 'Theirs']);
  await refused.anyway();
  expect(await state()).toEqual(['before', null, 'before', null]);
});
