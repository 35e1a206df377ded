import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepDraft, readKept } from '../../../src-renderer/admin/parts/schema-drafts/kept-drafts';
import { freshDraft } from '../../../src-renderer/admin/parts/schema-drafts/schema-drafts';
import { browserStorage, keepInBrowser } from '../../../src-renderer/ui/browser-storage';

const NAMES = ['localStorage', 'sessionStorage'] as const;

/** What a browser gives a page for its storages: Chromium throws where site data is blocked, Firefox says null. */
const REFUSALS = {
  throws: () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  },
  null: () => null,
};

describe.each(Object.entries(REFUSALS))('where the storage of the browser %s', (_name, get) => {
  const before = NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  beforeEach(() => {
    for (const name of NAMES) Object.defineProperty(globalThis, name, { configurable: true, get });
    vi.resetModules();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  });

  it('the storage reads as empty, and says that it keeps nothing', () => {
    for (const kind of ['local', 'session'] as const) {
      expect(browserStorage(kind).getItem('posthorn.theme')).toBeNull();
      expect(browserStorage(kind).length).toBe(0);
    }
    expect(keepInBrowser('posthorn.theme', 'dark')).toBe(false);
  });

  it('what is chosen for this computer applies, as long as the page is open', async () => {
    const dataset: Record<string, string> = {};
    vi.stubGlobal('document', { documentElement: { dataset } });
    const { useTheme } = await import('../../../src-renderer/admin/platform/theme');
    const { useAppearance } = await import('../../../src-renderer/admin/platform/appearance');
    const { useListWidth } = await import('../../../src-renderer/admin/platform/use-list-width');
    const { useKeymap } = await import('../../../src-renderer/admin/platform/commands/keymap');
    const { useSingleKeys } = await import('../../../src-renderer/admin/platform/commands/single-keys');
    useTheme.getState().choose('dark');
    useAppearance.getState().chooseDensity('roomy');
    expect(dataset).toMatchObject({ theme: 'dark', density: 'roomy', motion: 'system' });
    useListWidth.getState().set(321);
    useKeymap.getState().resetAll();
    useSingleKeys.getState().turn(false);
    expect(useListWidth.getState().width).toBe(321);
    expect(useSingleKeys.getState().on).toBe(false);
  });

  it('a log-in holds until the page is reloaded', async () => {
    const { keepPageKey, readPageKey } = await import('../../../src-renderer/admin/platform/page-key');
    keepPageKey('psthpage_one');
    expect(readPageKey()).toBe('psthpage_one');
    keepPageKey(null);
    expect(readPageKey()).toBeNull();
  });

  it('a schema draft is not said to be kept', () => {
    expect(keepDraft(browserStorage(), 'local/a.b', freshDraft('{}'), 1000)).toBe(false);
    expect(readKept(browserStorage(), 'local/a.b')).toBeNull();
  });
});
