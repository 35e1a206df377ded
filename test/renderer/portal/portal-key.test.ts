import { describe, expect, it } from 'vitest';
import { themeFrom } from '../../../src-renderer/portal/look/portal-theme';
import { keepPortalKey, readPortalKey, takePortalKey } from '../../../src-renderer/portal/session/portal-key';

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
const key = { appId: 'app_1', token: 'appsk_ü+/?' };

describe('readPortalKey', () => {
  it('a portal key is read in base64 and base64url, also percent-encoded', () => {
    const plain = base64(key);
    expect(readPortalKey(`#key=${plain}`)).toEqual(key);
    expect(readPortalKey(`#key=${Buffer.from(JSON.stringify(key)).toString('base64url')}`)).toEqual(key);
    expect(readPortalKey(`#key=${encodeURIComponent(plain)}`)).toEqual(key);
  });

  it('a portal key may hold a one-time token', () => {
    const key = btoa(JSON.stringify({ appId: 'app_1', oneTimeToken: 'once' }));
    expect(readPortalKey(`#key=${key}`)).toEqual({ appId: 'app_1', oneTimeToken: 'once' });
    expect(readPortalKey(`#key=${btoa(JSON.stringify({ appId: 'app_1' }))}`)).toBe('broken');
  });

  it('a missing portal key is told apart from a broken one', () => {
    for (const hash of ['', '#', '#/catalog', '#keys=x']) expect(readPortalKey(hash)).toBe('none');
    const broken = [
      '',
      '%',
      '!!!',
      'e30=',
      base64(key).slice(0, 11),
      base64([]),
      base64(null),
      base64('text'),
      base64({ appId: 'app_1' }),
      base64({ appId: 1, token: 'x' }),
      base64({ appId: '', token: 'x' }),
    ];
    for (const text of broken) expect(readPortalKey(`#key=${text}`), text).toBe('broken');
  });
});

describe('takePortalKey', () => {
  const take = (address: string) => {
    const replaced: string[] = [];
    const history = { replaceState: (_state: unknown, _title: string, url: string) => replaced.push(url) };
    const result = takePortalKey(new URL(address) as unknown as Location, history as unknown as History);
    return { result, replaced };
  };

  it('the portal key is removed from the URL, and the query stays', () => {
    expect(take(`http://h/portal/?theme=dark#key=${base64(key)}`)).toEqual({
      result: key,
      replaced: ['/portal/?theme=dark#/'],
    });
  });

  it('a portal link opens the screen it names, and nothing outside the portal', () => {
    expect(take(`http://h/portal/?next=/endpoints/new#key=${base64(key)}`).replaced).toEqual([
      '/portal/#/endpoints/new',
    ]);
    expect(take(`http://h/portal/?next=https://x.test#key=${base64(key)}`).replaced).toEqual(['/portal/#/']);
  });

  it('a broken portal key is removed from the URL too, and other URLs stay', () => {
    expect(take('http://h/portal/#key=half')).toEqual({ result: 'broken', replaced: ['/portal/#/'] });
    expect(take('http://h/portal/#/catalog')).toEqual({ result: 'none', replaced: [] });
  });
});

describe('keepPortalKey', () => {
  /** The history of a page; its state outlives a reload, as in a browser. */
  const historyWith = (state: unknown) => {
    const history = {
      state,
      replaceState(next: unknown) {
        history.state = structuredClone(next);
      },
    };
    return history;
  };
  const reloaded = (history: { readonly state: unknown }) =>
    takePortalKey(new URL('http://h/portal/#/messages') as unknown as Location, history as History);

  it('the portal key survives a reload, next to the state that the router keeps', () => {
    const history = historyWith({ idx: 3 });
    keepPortalKey(history, key);
    expect(history.state).toMatchObject({ idx: 3 });
    expect(reloaded(history)).toEqual(key);
    keepPortalKey(history, null);
    expect(reloaded(history)).toBe('none');
    expect(history.state).toMatchObject({ idx: 3 });
  });

  it('other content of the history state is not taken for a portal key', () => {
    for (const state of [null, {}, { portalKey: 'x' }, { portalKey: { appId: 'app_1', oneTimeToken: 'x' } }])
      expect(reloaded(historyWith(state))).toBe('none');
  });

  it('the portal works where the browser refuses to change the state of the history', () => {
    const replaceState = () => {
      throw new DOMException('sandboxed', 'SecurityError');
    };
    expect(() => keepPortalKey({ state: null, replaceState }, key)).not.toThrow();
  });
});

describe('themeFrom', () => {
  it('the theme of the portal is read from the URL, or left to the system', () => {
    const cases = [
      ['?theme=dark', 'dark'],
      ['?theme=light', 'light'],
      ['?theme=auto&darkMode=true', null],
      ['?darkMode=true', 'dark'],
      ['?darkMode=false', 'light'],
      ['?darkMode=auto', null],
      ['', null],
      ['?theme=purple', null],
    ] as const;
    for (const [search, theme] of cases) expect(themeFrom(search), search).toBe(theme);
  });
});
