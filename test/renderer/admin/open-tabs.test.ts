import { describe, expect, it } from 'vitest';
import { claimTab, openTabs } from '../../../src-renderer/admin/platform/open-tabs';

/** The locks of a browser; `close` ends the page that has this id. */
function browserLocks() {
  const held = new Map<string, (() => void)[]>();
  const request = (name: string, { signal }: LockOptions, act: (lock: Lock | null) => unknown) =>
    new Promise((resolve, reject) => {
      const take = () => {
        if (signal?.aborted) return;
        held.set(name, []);
        resolve(act({ name, mode: 'exclusive' }));
      };
      signal?.addEventListener('abort', () => reject(signal.reason));
      const waiting = held.get(name);
      if (waiting) waiting.push(take);
      else take();
    });
  return {
    locks: {
      request: request as LockManager['request'],
      query: async () => ({ held: [...held.keys(), 'other'].map((name) => ({ name })), pending: [] }),
    },
    close(id: string) {
      const name = `posthorn.tab/${id}`;
      const waiting = held.get(name) ?? [];
      held.delete(name);
      for (const take of waiting) take();
    },
  };
}

/** The storage of a tab, and a copy of it, as a duplicated tab has. */
function tabStorage(content = new Map<string, string>()) {
  return {
    getItem: (key: string) => content.get(key) ?? null,
    setItem: (key: string, text: string) => void content.set(key, text),
    removeItem: (key: string) => void content.delete(key),
    copy: () => tabStorage(new Map(content)),
  };
}

const newPage = () => new EventTarget() as unknown as Window;

describe('the id of a tab', () => {
  it('a tab keeps its id over a reload, and a duplicate of it gets its own', async () => {
    const { locks, close } = browserLocks();
    const storage = tabStorage();
    const first = await claimTab({ storage, locks, page: newPage() });
    const duplicate = storage.copy();
    const second = await claimTab({ storage: duplicate, locks, page: newPage(), releaseMs: 1 });
    expect(second).not.toBe(first);
    expect(await openTabs(locks)).toEqual(new Set([first, second]));
    close(first);
    expect(await openTabs(locks)).toEqual(new Set([second]));
    expect(await claimTab({ storage, locks, page: newPage() })).toBe(first);
  });

  it('the id of a reloaded tab waits for the page that it replaces', async () => {
    const { locks, close } = browserLocks();
    const storage = tabStorage();
    const first = await claimTab({ storage, locks, page: newPage() });
    const again = claimTab({ storage, locks, page: newPage() });
    close(first);
    expect(await again).toBe(first);
  });

  it('without locks, as over plain http, a tab keeps its id over a reload and its duplicate gets its own', async () => {
    const storage = tabStorage();
    const page = newPage();
    const first = await claimTab({ storage, locks: undefined, page });
    expect(await claimTab({ storage: storage.copy(), locks: undefined, page: newPage() })).not.toBe(first);
    page.dispatchEvent(new Event('pagehide'));
    expect(await claimTab({ storage, locks: undefined, page: newPage() })).toBe(first);
    expect(await openTabs(undefined)).toEqual(new Set());
  });
});
