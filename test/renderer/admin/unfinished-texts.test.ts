import { beforeEach, expect, it } from 'vitest';
import { differencesOf } from '../../../src-renderer/admin/features/schema/draft/draft-differences';
import { keepDraft, readKept } from '../../../src-renderer/admin/parts/schema-drafts/kept-drafts';
import {
  beginDraft,
  draftOf,
  dropUnfinished,
  followRows,
  isDirty,
  keepUnfinished,
  useSchemaDrafts,
} from '../../../src-renderer/admin/parts/schema-drafts/schema-drafts';
import { changeText, startHistory, textBefore } from '../../../src-renderer/ui/drafts/edit-history';

const key = 'local/a.b';
const minimum = {
  pointer: '/properties/a',
  field: 'minimum',
  label: 'At least',
  text: '-',
  reason: 'Enter a number.',
};

beforeEach(() => {
  useSchemaDrafts.setState({ drafts: new Map(), unkept: new Set() });
  beginDraft(key, '{}');
});

it('an incomplete value makes a draft unsaved until it is replaced or discarded', () => {
  keepUnfinished(key, minimum);
  keepUnfinished(key, { ...minimum, text: '--' });
  const draft = draftOf(key);
  expect(draft && isDirty(draft)).toBe(true);
  expect(draft?.unfinished).toEqual([{ ...minimum, text: '--' }]);
  dropUnfinished(key, minimum);
  const after = draftOf(key);
  expect(after && isDirty(after)).toBe(false);
});

it('an incomplete value follows its row, and is dropped with the row', () => {
  keepUnfinished(key, minimum);
  followRows(key, (pointer) => pointer.replace('/a', '/b'));
  expect(draftOf(key)?.unfinished).toMatchObject([{ pointer: '/properties/b', text: '-' }]);
  followRows(key, () => null);
  expect(draftOf(key)?.unfinished).toEqual([]);
});

it('an incomplete value is stored with its draft, and a draft with a damaged one is ignored', () => {
  const kept = new Map<string, string>();
  const storage = {
    length: 0,
    key: () => null,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  };
  keepUnfinished(key, minimum);
  const draft = draftOf(key);
  if (!draft) throw new Error('there is a draft');
  keepDraft(storage, key, draft, 7);
  expect(readKept(storage, key)).toEqual({ ...draft, keptAt: 7 });
  for (const [name, text] of kept) kept.set(name, text.replace('"text":"-"', '"text":1'));
  expect(readKept(storage, key)).toBeNull();
});

it('the text before a run of typing is the document before its first keystroke', () => {
  const typed = ['{"a":1}', '{"a":12}'].reduce(
    (history, text) => changeText(history, text, { label: 'type', group: 'run' }),
    startHistory('{}'),
  );
  expect(textBefore(typed, 'run')).toBe('{}');
  expect(textBefore(typed, 'another')).toBe('{"a":12}');
  expect(textBefore(typed, null)).toBe('{"a":12}');
  expect(changeText(typed, '{}', { label: 'restore', group: 'run' })).toEqual(startHistory('{}'));
});

it('the changes of a draft use the words and the places of the history', () => {
  const before = '{"required":["a"],"properties":{"a":{"type":"number"}}}';
  const diff = differencesOf(before, '{"properties":{"a":{"type":"number"}}}');
  expect(diff).toMatchObject({
    verdict: 'breaking',
    changes: [{ effect: 'breaking', where: 'schema > a', text: 'is now optional' }],
  });
  expect(differencesOf(before, '{')).toBeNull();
});
