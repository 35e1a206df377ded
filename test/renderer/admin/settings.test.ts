import { describe, expect, it, vi } from 'vitest';
import { formatDuration, readDuration } from '../../../src-renderer/admin/features/settings/format-duration';
import { formatSize } from '../../../src-renderer/admin/features/settings/format-size';
import { inTotal } from '../../../src-renderer/admin/features/settings/retry-ladder';
import {
  differs,
  findSettings,
  LOCAL_DEFAULTS,
  SETTING_ENTRIES,
} from '../../../src-renderer/admin/features/settings/setting-entries';
import { listedPages, SETTINGS_PAGES } from '../../../src-renderer/admin/features/settings/settings-pages';
import { burstState } from '../../../src-renderer/admin/parts/start/burst-state';
import { secondsBefore } from '../../../src-renderer/ui/seconds-before';
import { SETTING_DEFAULTS } from '../../../src-server/contract/settings';

describe('the wait before a retry', () => {
  it.each([
    [5, '5 s'],
    [300, '5 min'],
    [5400, '1 h 30 min'],
    [36_000, '10 h'],
    [90_061, '1 d 1 h 1 min 1 s'],
  ])('a wait of %d s is shown as %s, which reads back the same', (seconds, label) => {
    expect(formatDuration(seconds)).toBe(label);
    expect(readDuration(label)).toBe(seconds);
  });

  it('a wait is read in the units people write', () => {
    const texts = ['90', '90s', '1.5 min', '2 hours', ' 1 h30min '];
    expect(texts.map(readDuration)).toEqual([90, 90, 90, 7200, 5400]);
  });

  it('a text that is no duration is read as no wait', () => {
    const texts = ['', 'soon', '5 apples', '-3 s', '5 s later', '0.5'];
    expect(texts.map(readDuration)).toEqual(texts.map(() => null));
  });

  it('a wait shorter than a second is shown, as the server may be started with one', () => {
    expect([0.2, 0.05].map(formatDuration)).toEqual(['0.2 s', '0.05 s']);
  });

  it('the waits of a retry schedule add up to its attempts and total time', () => {
    expect(inTotal([5, 300, 1800])).toBe('4 attempts over 35 min 5 s.');
    expect(inTotal([5, 300, 1800, 7200, 18_000, 36_000, 36_000])).toBe('8 attempts over 27 h 35 min.');
    expect(inTotal([86_400, 86_400, 43_200])).toBe('4 attempts over 2 d 12 h.');
    expect(inTotal([])).toBe('One attempt, no retries.');
  });
});

describe('the settings', () => {
  const wordOf = (page: string) => SETTINGS_PAGES.find((listed) => listed.page === page)?.word ?? '';

  it('settings are found by any word, those with it in their name first', () => {
    expect(findSettings('retr', wordOf).map(({ id }) => id)).toEqual(['retries']);
    expect(findSettings('dark', wordOf).map(({ id }) => id)).toEqual(['palette-dark', 'theme']);
    expect(findSettings('BACKUP', wordOf).map(({ id }) => id)).toContain('restore');
    expect(findSettings('  ', wordOf)).toEqual([]);
    expect(findSettings('paud', wordOf)).toEqual([]);
  });

  it('every setting has a unique id and a page that exists', () => {
    expect(new Set(SETTING_ENTRIES.map(({ id }) => id)).size).toBe(SETTING_ENTRIES.length);
    const pages: readonly string[] = SETTINGS_PAGES.map(({ page }) => page);
    expect(SETTING_ENTRIES.filter(({ page }) => !pages.includes(page))).toEqual([]);
    expect(pages.filter((page) => !SETTING_ENTRIES.some((entry) => entry.page === page))).toEqual([]);
  });

  it('settings of the desktop program are found only in the desktop program', () => {
    const found = () => findSettings('tray', wordOf).map(({ id }) => id);
    const pages = () => listedPages().map(({ page }) => page);
    expect(found()).toEqual([]);
    expect(pages()).not.toContain('desktop');
    vi.stubGlobal('desktop', {});
    expect(found()).toContain('tray');
    expect(pages()).toEqual(SETTINGS_PAGES.map(({ page }) => page));
    vi.unstubAllGlobals();
  });

  it('settings that differ from their default are marked', () => {
    const changed = (server: object, local: object) =>
      SETTING_ENTRIES.filter((entry) =>
        differs(entry, { ...SETTING_DEFAULTS, ...server }, { ...LOCAL_DEFAULTS, ...local }),
      ).map(({ id }) => id);
    expect(changed({}, {})).toEqual([]);
    expect(changed({ retryPolicy: [5], readOnly: true }, { theme: 'dark', otherKeys: 2 })).toEqual([
      'theme',
      'keys',
      'retries',
      'read-only',
    ]);
  });
});

describe('a burst of test messages', () => {
  it('a burst reports what was delivered, what fails, its busiest second and its duration', () => {
    const at = (ms: number) => new Date(Date.UTC(2026, 0) + ms).toISOString();
    const attempts = [
      { msgId: 'a', statusText: 'success', timestamp: at(0) },
      { msgId: 'b', statusText: 'fail', timestamp: at(500) },
      { msgId: 'c', statusText: 'success', timestamp: at(1000) },
    ] as const;
    expect(burstState(attempts, 3)).toEqual({
      delivered: 2,
      failing: 1,
      worstSecond: 2,
      tookMs: 1000,
      isDone: false,
    });
    const again = { msgId: 'b', statusText: 'success', timestamp: at(1500) } as const;
    expect(burstState([...attempts, again], 3)).toMatchObject({ delivered: 3, failing: 0, isDone: true });
    expect(burstState([], 3)).toMatchObject({ delivered: 0, worstSecond: 0, tookMs: 0 });
  });

  it('a burst counts the arrivals of the last second at each arrival', () => {
    expect(secondsBefore([0, 900, 1000, 1950]).map(({ count }) => count)).toEqual([1, 2, 2, 2]);
  });
});

describe('a file size', () => {
  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1000, '1.0 kB'],
    [233_000, '233 kB'],
    [84_000_000_000, '84.0 GB'],
  ])('a size of %d bytes is shown as %s', (bytes, label) => expect(formatSize(bytes)).toBe(label));
});
