import { beforeEach, expect, test } from 'vitest';
import { type CompareEventTypes, compareHere } from '../../../src-server/storage/catalog/compared-write';
import { createEventTypeStore } from '../../../src-server/storage/catalog/event-type-store';
import {
  createEventTypeVersionStore,
  UNCOMPARED,
} from '../../../src-server/storage/catalog/event-type-version-store';
import { describeEngines } from '../../support/engines';
import { plainEventType } from '../../support/plain-event-type';
import { startedForEach } from '../../support/started';

describeEngines('a compared write', (engine) => {
  const db = startedForEach(engine.create);
  /** A concurrent change during the comparison; called with the number of the comparison. */
  let meanwhile: (comparison: number) => Promise<unknown>;
  let comparisons: number;

  const comparing: CompareEventTypes = async (pairs, author) => {
    comparisons += 1;
    await meanwhile(comparisons);
    return compareHere(pairs, author);
  };

  beforeEach(async () => {
    comparisons = 0;
    meanwhile = async () => {};
    await others().insert(content('0'), 1);
  });
  const content = (description: string) => plainEventType('a.b', { description });
  const others = () => createEventTypeStore(db);
  const describe = (description: string, now = 9) =>
    others().update('a.b', now, (current) => ({ ...current, description }));
  /** Appends to the current description, so that an overwritten change of others would be missing. */
  const append = () =>
    createEventTypeStore(db, comparing).update('a.b', 10, (current) => ({
      ...current,
      description: `${current.description}+`,
    }));
  const newest = async () => (await createEventTypeVersionStore(db).list('a.b', { limit: 1 })).data[0];

  test('an overtaken change is repeated on the new content, and compared with that', async () => {
    meanwhile = async (comparison) => comparison <= 2 && describe(`other ${comparison}`);
    expect(await append()).toMatchObject({ description: 'other 2+', version: 4 });
    expect(comparisons).toBe(3);
    expect((await newest())?.difference.changes).toEqual([
      { effect: null, where: 'description', text: '“other 2” becomes “other 2+”' },
    ]);
  });

  test('a change overtaken each time is written without a comparison, and loses no change of others', async () => {
    meanwhile = (comparison) => describe(`other ${comparison}`);
    expect(await append()).toMatchObject({ description: 'other 5+', version: 7 });
    expect(comparisons).toBe(5);
    expect(await newest()).toMatchObject({ version: 7, difference: UNCOMPARED });
  });

  test('a removal overtakes too: a removed event type is not restored', async () => {
    meanwhile = () => others().expunge('a.b', 9);
    expect(await append()).toBeUndefined();
    expect(await others().get('a.b')).toBeUndefined();
  });

  test('an error of the comparison ends the change, and nothing is written', async () => {
    meanwhile = () => Promise.reject(new Error('no thread'));
    await expect(append()).rejects.toThrow('no thread');
    expect(await others().get('a.b')).toMatchObject({ description: '0', version: 1 });
  });

  test('a change to the existing content changes nothing, not even the time', async () => {
    expect(await describe('0')).toMatchObject({ updatedAt: 1, version: 1 });
    expect(await others().get('a.b')).toMatchObject({ updatedAt: 1, version: 1 });
    expect(await describe('1')).toMatchObject({ updatedAt: 9, version: 2 });
  });
});
