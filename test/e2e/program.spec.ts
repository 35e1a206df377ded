import { existsSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { startPosthorn } from '../support/start-posthorn';

/** The built program, run by `posthorn serve`: no browser, only what a script would see. */

test('says ready with its address, answers there, and ends with 0 when it is asked to stop', async () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const posthorn = await startPosthorn();
    try {
      const health = await fetch(`${posthorn.baseUrl}/api/v1/health`);
      expect(health.status).toBeLessThan(300);
      expect(await posthorn.stop(signal)).toBe(0);
    } finally {
      await posthorn.dispose();
    }
  }
});

test('refuses a second server on the same data folder and says why; the first one stays', async () => {
  const first = await startPosthorn();
  try {
    await expect(startPosthorn({ dataDir: first.dataDir })).rejects.toThrow(
      /ended with code 1.*Another Posthorn server is already using the data folder/s,
    );
    expect((await fetch(`${first.baseUrl}/api/v1/health`)).ok).toBe(true);
  } finally {
    await first.dispose();
  }
});

test('starts again on its data folder after it was killed, with the same token and data', async () => {
  const first = await startPosthorn({ env: { POSTHORN_ADMIN_TOKEN: '' } });
  const tokenFile = join(first.dataDir, 'admin-token');
  expect(existsSync(tokenFile)).toBe(true);
  if (process.platform !== 'win32') expect(statSync(tokenFile).mode & 0o077).toBe(0);
  await first.kill();
  const second = await startPosthorn({ dataDir: first.dataDir, env: { POSTHORN_ADMIN_TOKEN: '' } });
  await second.dispose();
  await first.dispose();
});

test('says which flag is wrong, and does not start', async () => {
  await expect(startPosthorn({ args: ['--request-timeout', 'soon'] })).rejects.toThrow(/--request-timeout/);
  await expect(startPosthorn({ args: ['--no-such-flag'] })).rejects.toThrow(/no-such-flag/);
});

test('sends every page with a strict policy and without its name', async () => {
  const posthorn = await startPosthorn();
  try {
    for (const path of ['/', '/admin/', '/portal/']) {
      const page = await fetch(`${posthorn.baseUrl}${path}`);
      expect(page.status, path).toBe(200);
      expect(page.headers.get('content-type'), path).toContain('text/html');
      const policy = page.headers.get('content-security-policy') ?? '';
      expect(policy, path).toContain("default-src 'self'");
      expect(policy, path).toMatch(/script-src 'self'(;|$)/);
      expect(policy, path).not.toContain('unsafe-eval');
      expect(page.headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(page.headers.get('referrer-policy'), path).toBeTruthy();
      expect(page.headers.get('x-powered-by'), path).toBeNull();
    }
  } finally {
    await posthorn.dispose();
  }
});

test('makes its pages with the React that is meant for production, however it is started', async () => {
  const folder = resolve(import.meta.dirname, '../../out/main');
  const built = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(built.map((name) => readFile(join(folder, name), 'utf8')));
  const having = (pattern: RegExp) => built.filter((_, index) => pattern.test(texts[index] ?? ''));
  // Code outside the build depends on NODE_ENV, which servers do not set, and worker threads never.
  expect(having(/from ["']react(-dom)?[/"']/)).toEqual([]);
  expect(having(/react-dom-server[.\w-]*\.development\.js/)).toEqual([]);
  expect(having(/react-dom-server[.\w-]*\.production\.js/)).not.toEqual([]);
});
