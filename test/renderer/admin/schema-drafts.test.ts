import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { adoptDraft } from '../../../src-renderer/admin/parts/schema-drafts/adopt-draft';
import { keepDrafts } from '../../../src-renderer/admin/parts/schema-drafts/keep-drafts';
import {
  type DraftStorage,
  dropKept,
  keepDraft,
  placeOf,
  readKept,
} from '../../../src-renderer/admin/parts/schema-drafts/kept-drafts';
import { newestOf } from '../../../src-renderer/admin/parts/schema-drafts/newest-of';
import {
  beginDraft,
  changeDraft,
  draftOf,
  freshDraft,
  isDirty,
  type SchemaDraft,
  undoDraft,
  useSchemaDrafts,
} from '../../../src-renderer/admin/parts/schema-drafts/schema-drafts';
import { unsavedTexts } from '../../../src-renderer/admin/parts/schema-drafts/use-unsaved-schemas';
import { changeText } from '../../../src-renderer/ui/drafts/edit-history';

/** A storage with this capacity in characters, like that of a browser. */
function storageOf(room = Number.POSITIVE_INFINITY) {
  const kept = new Map<string, string>();
  const used = () => [...kept].reduce((sum, [key, text]) => sum + key.length + text.length, 0);
  const storage: DraftStorage = {
    get length() {
      return kept.size;
    },
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem(key, text) {
      const before = kept.get(key);
      kept.set(key, text);
      if (used() <= room) return;
      if (before === undefined) kept.delete(key);
      else kept.set(key, before);
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  return { storage, kept };
}

function changed(text: string, ...edits: readonly string[]): SchemaDraft {
  const fresh = freshDraft(text);
  const history = edits.reduce(
    (now, next) => changeText(now, next, { label: `to ${next.length}` }),
    fresh.history,
  );
  return { ...fresh, history };
}

describe('keepDraft', () => {
  it('a stored schema draft comes back with its text, its undo steps and its base', () => {
    const { storage } = storageOf();
    const draft = changed('{}', '{"a":1}', '{"a":1,"b":2}');
    expect(keepDraft(storage, 'local/a.b', draft, 1000)).toBe(true);
    expect(readKept(storage, 'local/a.b')).toEqual({ ...draft, keptAt: 1000 });
    const apart = { ...draft, base: '{"a": 1}', served: null };
    keepDraft(storage, 'local/a.d', apart, 1000);
    expect(readKept(storage, 'local/a.d')).toEqual({ ...apart, keptAt: 1000 });
    expect(readKept(storage, 'local/a.c')).toBeNull();
    expect(readKept(storage, 'other/a.b')).toBeNull();
  });

  it('only the newest twenty schema drafts are stored', () => {
    const { storage, kept } = storageOf();
    for (let at = 1; at <= 25; at += 1) keepDraft(storage, `local/n${at}`, changed('{}', '{"a":1}'), at);
    expect(kept.size).toBe(20);
    expect(readKept(storage, 'local/n5')).toBeNull();
    expect(readKept(storage, 'local/n6')?.keptAt).toBe(6);
  });

  it('a full storage drops the oldest undo steps, then the oldest drafts, and refuses one too large', () => {
    const { storage } = storageOf();
    const long = '"'.padEnd(300_000, 'x');
    const other = '"'.padEnd(300_000, 'y');
    const many = changed(long, other, long, other, long, other);
    expect(keepDraft(storage, 'k', many, 1)).toBe(true);
    const steps = readKept(storage, 'k')?.history.past.length ?? 0;
    expect(steps).toBeGreaterThan(0);
    expect(steps).toBeLessThan(5);
    const full = storageOf(5_000);
    expect(keepDraft(full.storage, 'old', changed('{}', 'x'.repeat(1_500)), 1)).toBe(true);
    expect(keepDraft(full.storage, 'new', changed('{}', 'y'.repeat(1_500)), 2)).toBe(true);
    expect(readKept(full.storage, 'old')).toBeNull();
    expect(keepDraft(full.storage, 'new', changed('{}', 'y'.repeat(3_000)), 3)).toBe(true);
    expect(readKept(full.storage, 'new')?.history.past).toEqual([]);
    expect(keepDraft(full.storage, 'huge', changed('{}', 'z'.repeat(9_000)), 4)).toBe(false);
    expect(readKept(full.storage, 'huge')).toBeNull();
    const draft = changed('{}', 'z'.repeat(3_000_000));
    expect(keepDraft(storage, 'k', draft, 2)).toBe(false);
    expect(readKept(storage, 'k')).toBeNull();
  });

  it('a damaged schema draft is ignored, and undo steps that do not match are dropped', () => {
    const { storage, kept } = storageOf();
    const key = 'posthorn.schema-draft.k';
    for (const text of ['', '{', 'null', '{"history":{}}', '{"keptAt":1,"history":{"text":1}}']) {
      kept.set(key, text);
      expect(readKept(storage, 'k')).toBeNull();
    }
    keepDraft(storage, 'k', changed('{}', '{"a":1}', '{"a":2}'), 1);
    kept.set(key, (kept.get(key) ?? '').replace('"at":5', '"at":2'));
    expect(readKept(storage, 'k')?.history).toEqual({ text: '{"a":2}', past: [], future: [] });
  });
});

describe('a schema draft stored in the browser', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    useSchemaDrafts.setState({ drafts: new Map(), unkept: new Set() });
  });
  afterEach(() => vi.useRealTimers());
  const key = 'local/a.b';
  const tab = 'one';
  const place = placeOf(key, tab);
  const page = () => new EventTarget() as unknown as Window;
  const reload = () => useSchemaDrafts.setState({ drafts: new Map(), unkept: new Set() });

  it('a schema draft with its undo steps survives a reload, and is removed once nothing is unsaved', () => {
    const { storage, kept } = storageOf();
    const stop = keepDrafts({ storage, tab, page: page(), now: () => 7 });
    beginDraft(key, '{}');
    changeDraft(key, '{"a":1}', { label: 'one' });
    expect(kept.size).toBe(0);
    vi.advanceTimersByTime(400);
    expect(kept.size).toBe(1);
    reload();
    beginDraft(key, '{}', readKept(storage, place));
    expect(draftOf(key)).toMatchObject({ keptAt: 7, base: '{}', history: { text: '{"a":1}' } });
    undoDraft(key);
    const draft = draftOf(key);
    expect(draft && isDirty(draft)).toBe(false);
    vi.advanceTimersByTime(400);
    expect(kept.size).toBe(0);
    stop();
  });

  it('a schema draft is stored at once when the page or the screen is left', () => {
    const { storage } = storageOf();
    const leaving = page();
    const stop = keepDrafts({ storage, tab, page: leaving });
    beginDraft(key, '{}');
    changeDraft(key, '{"a":1}', { label: 'one' });
    leaving.dispatchEvent(new Event('pagehide'));
    expect(readKept(storage, place)?.history.text).toBe('{"a":1}');
    changeDraft(key, '{"a":2}', { label: 'two' });
    stop();
    expect(readKept(storage, place)?.history.text).toBe('{"a":2}');
  });

  it('a restored draft keeps the schema it began from when someone else saved another meanwhile', () => {
    const { storage } = storageOf();
    keepDraft(storage, place, changed('{}', '{"a":1}'), 7);
    beginDraft(key, '{"title":"theirs"}', readKept(storage, place));
    expect(draftOf(key)).toMatchObject({ served: '{}', history: { text: '{"a":1}' } });
  });

  it('a stored draft without changes is not restored', () => {
    const { storage } = storageOf();
    keepDraft(storage, place, freshDraft('{}'), 7);
    beginDraft(key, '{"a":1}', readKept(storage, place));
    expect(draftOf(key)).toMatchObject({ served: '{"a":1}', keptAt: null, history: { text: '{"a":1}' } });
  });

  it('a draft that the browser has no room for is reported as not stored', () => {
    const { storage } = storageOf(10);
    const stop = keepDrafts({ storage, tab, page: page() });
    beginDraft(key, '{}');
    changeDraft(key, '{"a":1}', { label: 'one' });
    vi.advanceTimersByTime(400);
    expect(useSchemaDrafts.getState().unkept).toEqual(new Set([key]));
    undoDraft(key);
    vi.advanceTimersByTime(400);
    expect(useSchemaDrafts.getState().unkept.size).toBe(0);
    stop();
  });

  it('two tabs keep a draft of the same schema each, and a save in one removes none of the other', async () => {
    const { storage } = storageOf();
    const leaving = page();
    const stop = keepDrafts({ storage, tab, page: leaving });
    beginDraft(key, '{}');
    changeDraft(key, '{"a":1}', { label: 'one' });
    vi.advanceTimersByTime(400);
    keepDraft(storage, placeOf(key, 'two'), changed('{}', '{"b":1}'), 8);
    expect(readKept(storage, place)?.history.text).toBe('{"a":1}');
    dropKept(storage, placeOf(key, 'two'));
    leaving.dispatchEvent(new Event('pagehide'));
    stop();
    reload();
    const kept = await adoptDraft(key, {
      storage,
      tab,
      openTabs: async () => new Set(),
      isWanted: () => true,
    });
    beginDraft(key, '{"b":1}', kept);
    expect(draftOf(key)).toMatchObject({ served: '{}', history: { text: '{"a":1}' } });
  });

  it('a schema draft that is gone from the storage is stored again when its tab is left', () => {
    const { storage, kept } = storageOf();
    const leaving = page();
    const stop = keepDrafts({ storage, tab, page: leaving });
    beginDraft(key, '{}');
    changeDraft(key, '{"a":1}', { label: 'one' });
    vi.advanceTimersByTime(400);
    kept.clear();
    leaving.dispatchEvent(new Event('pagehide'));
    expect(readKept(storage, place)?.history.text).toBe('{"a":1}');
    stop();
  });

  it('the last valid schema of a draft with broken JSON survives a reload', () => {
    const { storage } = storageOf();
    const stop = keepDrafts({ storage, tab, page: page() });
    beginDraft(key, '{}');
    changeDraft(key, '{"title":"A"}', { label: 'type', group: 'run' });
    changeDraft(key, '{"title":', { label: 'type', group: 'run' });
    changeDraft(key, '{"title"', { label: 'type', group: 'run' });
    expect(draftOf(key)?.valid).toBe('{"title":"A"}');
    stop();
    reload();
    beginDraft(key, '{}', readKept(storage, place));
    expect(draftOf(key)).toMatchObject({ valid: '{"title":"A"}', history: { text: '{"title"' } });
    changeDraft(key, '{"title":"B"}', { label: 'type' });
    expect(draftOf(key)?.valid).toBeNull();
  });
});

describe('adoptDraft', () => {
  const key = 'local/a.b';
  const text = (draft: SchemaDraft | null) => draft?.history.text;
  const partsOf = (storage: DraftStorage, ...open: readonly string[]) => ({
    storage,
    tab: 'mine',
    openTabs: async () => new Set(open),
    isWanted: () => true,
  });

  it('the newest schema draft of a closed tab is taken over by the next tab, once', async () => {
    const { storage, kept } = storageOf();
    keepDraft(storage, placeOf(key, 'older'), changed('{}', '{"older":1}'), 1);
    keepDraft(storage, placeOf(key, 'crashed'), changed('{}', '{"crashed":1}'), 2);
    keepDraft(storage, placeOf('local/a.c', 'crashed'), changed('{}', '{"c":1}'), 3);
    const parts = partsOf(storage, 'mine');
    expect(text(await adoptDraft(key, parts))).toBe('{"crashed":1}');
    expect(text(readKept(storage, placeOf(key, 'mine')))).toBe('{"crashed":1}');
    expect(text(await adoptDraft(key, { ...parts, tab: 'next' }))).toBe('{"older":1}');
    expect(kept.size).toBe(3);
  });

  it('the schema draft of another open tab is left to it, and the own one is read without looking for tabs', async () => {
    const { storage } = storageOf();
    const theirs = placeOf(key, 'theirs');
    keepDraft(storage, theirs, changed('{}', '{"theirs":1}'), 2);
    expect(await adoptDraft(key, partsOf(storage, 'mine', 'theirs'))).toBeNull();
    expect(text(readKept(storage, theirs))).toBe('{"theirs":1}');
    keepDraft(storage, placeOf(key, 'mine'), changed('{}', '{"mine":1}'), 1);
    expect(text(await adoptDraft(key, partsOf(storage, 'mine')))).toBe('{"mine":1}');
    expect(text(readKept(storage, theirs))).toBe('{"theirs":1}');
  });

  it('the schema draft of a closed tab is taken over although the storage has no room for it any more', async () => {
    const { storage } = storageOf();
    keepDraft(storage, placeOf(key, 'crashed'), changed('{}', '{"crashed":1}'), 1);
    const full: DraftStorage = Object.create(storage, {
      setItem: {
        value() {
          throw new Error('It is full.');
        },
      },
    });
    expect(text(await adoptDraft(key, partsOf(full)))).toBe('{"crashed":1}');
  });

  it('a schema draft stored by an earlier version, which knew no tabs, is taken over', async () => {
    const { storage } = storageOf();
    keepDraft(storage, key, changed('{}', '{"a":1}'), 1);
    expect(text(await adoptDraft(key, partsOf(storage)))).toBe('{"a":1}');
    expect(readKept(storage, key)).toBeNull();
  });

  it('a screen that was left in the meantime does not take over the schema draft of a closed tab', async () => {
    const { storage } = storageOf();
    keepDraft(storage, placeOf(key, 'closed'), changed('{}', '{"a":1}'), 1);
    expect(await adoptDraft(key, { ...partsOf(storage), isWanted: () => false })).toBeNull();
    expect(text(readKept(storage, placeOf(key, 'closed')))).toBe('{"a":1}');
  });
});

describe('unsavedTexts', () => {
  it('the unsaved schemas of an instance are listed; an edit in this window wins over a stored one', () => {
    const kept = new Map([
      ['local/kept', changed('{}', '{"kept":1}')],
      ['local/here', changed('{}', '{"older":1}')],
      ['local/read', changed('{}', '{"elsewhere":1}')],
      ['con_1/other', changed('{}', '{"other":1}')],
    ]);
    const drafts = new Map([
      ['local/here', changed('{}', '{"newer":1}')],
      ['local/read', freshDraft('{}')],
      ['local/saved', freshDraft('{"saved":1}')],
    ]);
    expect([...unsavedTexts(kept, drafts, 'local/')]).toEqual([
      ['kept', '{"kept":1}'],
      ['here', '{"newer":1}'],
      ['read', '{"elsewhere":1}'],
    ]);
  });

  it('the draft of this tab is listed instead of a newer one of another tab, or of its own stored copy', () => {
    const kept = [
      [placeOf('local/both', 'mine'), changed('{}', '{"mine":1}')],
      [placeOf('local/both', 'theirs'), changed('{}', '{"theirs":1}')],
      [placeOf('local/saved', 'mine'), changed('{}', '{"was":1}')],
      [placeOf('local/theirs', 'older'), changed('{}', '{"older":1}')],
      [placeOf('local/theirs', 'newer'), changed('{}', '{"newer":1}')],
    ] as const;
    const saved = new Map([['local/saved', freshDraft('{"was":1}')]]);
    const texts = (tab: string, drafts: ReadonlyMap<string, SchemaDraft>) =>
      Object.fromEntries(unsavedTexts(newestOf(kept, drafts, tab), drafts, 'local/'));
    expect(texts('mine', saved)).toEqual({ both: '{"mine":1}', theirs: '{"newer":1}' });
    expect(texts('third', saved)).toMatchObject({ both: '{"theirs":1}', saved: '{"was":1}' });
    const here = new Map([['local/both', changed('{}', '{"here":1}')]]);
    expect(texts('mine', here).both).toBe('{"here":1}');
  });
});
