import { describe, expect, it } from 'vitest';
import {
  adminPage,
  externalAddress,
  isOwnCertificate,
  isOwnPage,
  reachableBounds,
} from '../../src-main/window-policy';

const BASE = 'http://127.0.0.1:8071';

describe('isOwnPage', () => {
  it.each([
    'http://127.0.0.1:8071/admin/#/catalog',
    'http://127.0.0.1:8071/portal/',
    'http://127.0.0.1:8071',
  ])('lets the window show %s', (url) => expect(isOwnPage(url, BASE)).toBe(true));

  it.each([
    'http://127.0.0.1:8072/admin/',
    'https://127.0.0.1:8071/admin/',
    'http://localhost:8071/admin/',
    'http://127.0.0.1:8071@evil.example/',
    'http://127.0.0.1:8071.evil.example/',
    'file:///etc/passwd',
    'data:text/html,hello',
    'javascript:alert(1)',
    'about:blank',
    'not an address',
    '',
  ])('keeps the window from showing %s', (url) => expect(isOwnPage(url, BASE)).toBe(false));

  it('shows nothing while there is no server', () => {
    expect(isOwnPage('about:blank', '')).toBe(false);
    expect(isOwnPage('data:text/html,x', 'data:text/html,y')).toBe(false);
  });
});

describe('externalAddress', () => {
  it.each(['https://example.com/docs?q=1#top', 'http://example.com/'])('hands %s to the browser', (url) =>
    expect(externalAddress(url)).toBe(url),
  );

  it.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'vscode://open?x',
    'ms-msdt:/id',
    'smb://host/share',
    'data:text/html,x',
    'https://name:password@example.com/',
    'example.com',
    '',
  ])('does not let %s leave the program', (url) => expect(externalAddress(url)).toBeNull());
});

describe('adminPage', () => {
  it('carries the token only in the fragment', () => {
    const page = new URL(adminPage(BASE, 'a b+c/#'));
    expect(page.origin).toBe(BASE);
    expect(page.search).toBe('');
    expect(page.pathname).toBe('/admin/');
    expect(decodeURIComponent(page.hash)).toContain('a b+c/#');
  });
});

describe('isOwnCertificate', () => {
  const own = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
  const address = { baseUrl: 'https://127.0.0.1:8071' };

  it('trusts the certificate of the local server at its own host, however its lines end', () =>
    expect(isOwnCertificate('127.0.0.1', own.replaceAll('\n', '\r\n'), address, own)).toBe(true));

  it.each([
    ['another certificate', isOwnCertificate('127.0.0.1', own.replace('A', 'B'), address, own)],
    ['another host', isOwnCertificate('hooks.example.com', own, address, own)],
    ['a server with plain http', isOwnCertificate('127.0.0.1', own, address, null)],
    ['a server that has not started', isOwnCertificate('127.0.0.1', own, null, own)],
  ])('leaves the judgement to Chromium for %s', (_what, isOwn) => expect(isOwn).toBe(false));
});

describe('reachableBounds', () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1080 };

  it('gives the window its place back', () => {
    const saved = { x: 100, y: 50, width: 1200, height: 800 };
    expect(reachableBounds(saved, [screen])).toEqual(saved);
  });

  it('gives it its place back on a second screen to the left', () => {
    const saved = { x: -1500, y: 20, width: 1000, height: 700 };
    expect(reachableBounds(saved, [screen, { ...screen, x: -1920 }])).toEqual(saved);
  });

  it.each([
    ['the screen it was on is gone', { x: -1500, y: 20, width: 1000, height: 700 }],
    ['its title bar is above the screen', { x: 100, y: -200, width: 1000, height: 700 }],
    ['its title bar is below the screen', { x: 100, y: 1070, width: 1000, height: 700 }],
    ['only an edge of it is on the screen', { x: 1850, y: 10, width: 1000, height: 700 }],
    ['it is too small to use', { x: 10, y: 10, width: 50, height: 40 }],
  ])('gives it no place when %s', (_why, saved) => {
    expect(reachableBounds(saved, [screen])).toBeNull();
  });

  it('gives it no place when none was saved', () => expect(reachableBounds(null, [screen])).toBeNull());
});
