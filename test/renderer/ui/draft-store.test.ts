import { describe, expect, it, vi } from 'vitest';
import {
  canBeOpened,
  type DraftChange,
  isLike,
  withChange,
  wouldLose,
} from '../../../src-renderer/ui/drafts/draft-store';

const change = (field: string, value: unknown, more: Partial<DraftChange> = {}): DraftChange => ({
  ...{ field, value, initial: '', opened: null, isSecret: false },
  ...more,
});

/** The storage of a browser tab, which survives a reload. */
function tabStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (at: number) => [...items.keys()][at] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    clear: () => items.clear(),
  };
}

/** The store as a page that was just loaded in a tab has it. */
async function loadPage(sessionStorage: Storage | null) {
  vi.resetModules();
  const get = () => {
    if (!sessionStorage) throw new Error('The browser refuses it.');
    return sessionStorage;
  };
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get });
  return import('../../../src-renderer/ui/drafts/draft-store');
}

describe('the draft of a form', () => {
  it('a draft keeps the values that its form had at the first key press', () => {
    const first = withChange(undefined, change('url', 'a', { opened: { url: '' } }));
    const second = withChange(first ?? undefined, change('url', 'ab', { opened: { url: 'theirs' } }));
    expect(second).toEqual({ opened: { url: '' }, fields: { url: 'ab' }, secrets: [] });
  });

  it('a draft is gone once every field has its original value', () => {
    const both = withChange(
      withChange(undefined, change('a', 'x')) ?? undefined,
      change('b', new Set(['x']), { initial: new Set() }),
    );
    const kept = withChange(both ?? undefined, change('b', new Set(), { initial: new Set() }));
    expect(kept?.fields).toEqual({ a: 'x' });
    expect(withChange(kept ?? undefined, change('a', ''))).toBeNull();
  });

  it('survives a reload of its tab, with sets, and is not seen by another tab', async () => {
    const tab = tabStorage();
    const before = await loadPage(tab);
    before.changeDraft('form', change('text', 'typed', { opened: { a: 1 } }));
    before.changeDraft('form', change('choice', new Set(['b', 'a']), { initial: new Set() }));
    const after = await loadPage(tab);
    expect(after.useDrafts.getState().form).toEqual({
      opened: { a: 1 },
      fields: { text: 'typed', choice: new Set(['a', 'b']) },
      secrets: [],
    });
    expect((await loadPage(tabStorage())).useDrafts.getState()).toEqual({});
    (await loadPage(tab)).forgetDraft('form');
    expect(tab.length).toBe(0);
  });

  it('never stores a secret, and asks before it would be lost', async () => {
    const tab = tabStorage();
    const { changeDraft, useDrafts } = await loadPage(tab);
    changeDraft('form', change('name', 'Staging'));
    expect(wouldLose(useDrafts.getState())).toBe(false);
    changeDraft('form', change('token', 'sk_secret', { isSecret: true }));
    expect(tab.getItem(tab.key(0) ?? '')).toContain('Staging');
    expect(tab.getItem(tab.key(0) ?? '')).not.toContain('sk_secret');
    expect(wouldLose(useDrafts.getState())).toBe(true);
    changeDraft('form', change('token', '', { isSecret: true }));
    expect(wouldLose(useDrafts.getState())).toBe(false);
  });

  it('a draft keeps what was typed during a save, based on what is stored now', async () => {
    const tab = tabStorage();
    const { changeDraft, settleDraft, useDrafts } = await loadPage(tab);
    changeDraft('form', change('text', 'one', { opened: { text: '' } }));
    const pressed = useDrafts.getState().form;
    changeDraft('form', change('text', 'one two'));
    expect(settleDraft('form', pressed, { text: 'one' })).toBe(false);
    const left = { opened: { text: 'one' }, fields: { text: 'one two' }, secrets: [] };
    expect((await loadPage(tab)).useDrafts.getState().form).toEqual(left);
    expect(settleDraft('form', useDrafts.getState().form, { text: 'one two' })).toBe(true);
    expect(tab.length).toBe(0);
  });

  it('the draft of a form goes on with a field that was put back while it was saved', async () => {
    const { changeDraft, forgetDraft, settleDraft, useDrafts } = await loadPage(tabStorage());
    const name = (value: string) => change('name', value, { initial: 'Old', opened: { name: 'Old' } });
    changeDraft('form', name('New'));
    const pressed = useDrafts.getState().form;
    changeDraft('form', name('Old'));
    expect(useDrafts.getState().form).toBeUndefined();
    expect(settleDraft('form', pressed, { name: 'New' })).toBe(false);
    expect(useDrafts.getState().form).toMatchObject({ opened: { name: 'New' }, fields: { name: 'Old' } });
    forgetDraft('form');
    changeDraft('form', change('name', 'New'));
    const made = useDrafts.getState().form;
    changeDraft('form', change('name', ''));
    expect(settleDraft('form', made, null)).toBe(true);
  });

  it('the draft of a form keeps only the fields that were typed into while the others were saved', async () => {
    const { changeDraft, settleDraft, useDrafts } = await loadPage(tabStorage());
    changeDraft('form', change('name', 'Staging'));
    changeDraft('form', change('token', 'sk_secret', { isSecret: true }));
    const pressed = useDrafts.getState().form;
    changeDraft('form', change('name', 'Staging 2'));
    settleDraft('form', pressed, { name: 'Staging' });
    expect(useDrafts.getState().form).toMatchObject({
      opened: { name: 'Staging' },
      fields: { name: 'Staging 2' },
    });
    expect(useDrafts.getState().form?.fields).not.toHaveProperty('token');
  });

  it('the draft of a form is not read from anything else that the storage has under its name', async () => {
    const tab = tabStorage();
    const good = { opened: null, fields: { text: 'typed' }, secrets: [] };
    const strange = ['', '{', 'null', '7', '[]', '{}', '{"fields": 7, "secrets": []}', '{"fields": {}}'];
    for (const [at, text] of [...strange, JSON.stringify(good)].entries())
      tab.setItem(`posthorn-draft ${at}`, text);
    expect((await loadPage(tab)).useDrafts.getState()).toEqual({ [strange.length]: good });
  });

  it('the draft of something new that was made keeps only what was typed since: the rest would make it twice', async () => {
    const { changeDraft, settleDraft, useDrafts } = await loadPage(tabStorage());
    const initial = { url: '', description: '' };
    const draft = (value: object) => change('draft', value, { initial });
    changeDraft('form', draft({ url: 'https://a.example', description: 'One' }));
    const pressed = useDrafts.getState().form;
    changeDraft('form', draft({ url: 'https://a.example', description: 'One and' }));
    expect(settleDraft('form', pressed, null)).toBe(false);
    expect(useDrafts.getState().form?.fields).toEqual({ draft: { url: '', description: 'One and' } });
  });

  it.each([
    ['a', '', true],
    [7, '', false],
    [null, '', false],
    [['a'], [], true],
    [['a'], ['b'], true],
    [[7], ['b'], false],
    [[{}], [], false],
    [{}, [], false],
    [new Set(['a']), new Set(), true],
    [['a'], new Set(), false],
    ['a', null, true],
    [['a'], null, true],
    [{ a: 1 }, null, false],
    [{ url: 'a', more: 1 }, { url: '' }, true],
    [{ url: 7 }, { url: '' }, false],
    [{}, { url: '' }, false],
    [{ choice: { names: new Set() } }, { choice: { names: new Set(), groups: new Set() } }, false],
  ])('the draft of a form takes %j in place of %j: %j', (value, other, expected) => {
    expect(isLike(value, other)).toBe(expected);
  });

  it('the draft of a form was opened with something like what is there now, in which values may be missing', () => {
    const endpoint = { url: 'https://a.example', rateLimit: 5, channels: ['a'] };
    expect(canBeOpened({ url: 'https://b.example', rateLimit: null }, endpoint)).toBe(true);
    expect(canBeOpened({ url: 7, rateLimit: null }, endpoint)).toBe(false);
    expect(canBeOpened(null, endpoint)).toBe(false);
    expect(canBeOpened(endpoint, null)).toBe(false);
    expect(canBeOpened(5, null)).toBe(true);
    expect(canBeOpened(null, [5, 300])).toBe(true);
  });

  it('forgets its secrets when somebody logs out, and keeps the rest', async () => {
    const { changeDraft, forgetSecrets, useDrafts, wouldLose: would } = await loadPage(tabStorage());
    changeDraft('form', change('name', 'Staging'));
    changeDraft('form', change('token', 'sk_secret', { isSecret: true }));
    changeDraft('header', change('value', 'Bearer secret', { isSecret: true }));
    forgetSecrets();
    expect(useDrafts.getState()).toEqual({
      form: { opened: null, fields: { name: 'Staging' }, secrets: [] },
    });
    expect(would(useDrafts.getState())).toBe(false);
  });

  it('asks before text would be lost that the browser has no room for', async () => {
    const tab = tabStorage();
    const { changeDraft, useDrafts, wouldLose: would } = await loadPage(tab);
    changeDraft('form', change('text', 'short'));
    expect(would(useDrafts.getState())).toBe(false);
    tab.setItem = () => {
      throw new Error('The storage is full.');
    };
    changeDraft('form', change('text', 'long'));
    expect(would(useDrafts.getState())).toBe(true);
    changeDraft('form', change('text', ''));
    expect(would(useDrafts.getState())).toBe(false);
  });

  it('lives where the browser stores nothing, and asks before it would be lost', async () => {
    const { changeDraft, useDrafts, wouldLose: would } = await loadPage(null);
    changeDraft('form', change('text', 'typed'));
    expect(useDrafts.getState().form?.fields).toEqual({ text: 'typed' });
    expect(would(useDrafts.getState())).toBe(true);
  });
});
