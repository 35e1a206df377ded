import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '../support/browser-test';
import { AT_NIGHT } from '../support/share';
import { startPosthorn } from '../support/start-posthorn';

/** The built program, run with one command at a time while its server runs. */
const PROGRAM = resolve(import.meta.dirname, '../../out/main/posthorn.js');

test(
  'the command line sends, publishes and manages tokens, given the data folder of a server',
  AT_NIGHT,
  async ({ page }) => {
    const posthorn = await startPosthorn();
    const { POSTHORN_URL: _, POSTHORN_TOKEN: __, ...env } = process.env;
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, [PROGRAM, ...args, '--data-dir', posthorn.dataDir], {
        env: { ...env, POSTHORN_ADMIN_TOKEN: posthorn.adminToken },
      });
    const call = (path: string, body: object) =>
      fetch(`${posthorn.baseUrl}/api/v1${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${posthorn.adminToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    try {
      const { stdout: token } = await run('token', 'create', 'CI');
      expect(token).toMatch(/^\S+\n$/);

      await call('/app', { name: 'Ada', uid: 'ada' });
      await call('/app/ada/endpoint', { url: `${posthorn.baseUrl}/receiver/ada` });
      const sent = await run('send', 'ada', 'invoice.paid', '--wait', '--json');
      expect(JSON.parse(sent.stdout)).toMatchObject({ ok: true, delivered: true });
      expect(sent.stderr).toBe('');

      await call('/event-type', { name: 'invoice.paid', description: 'Somebody paid.' });
      const site = test.info().outputPath('site');
      await run('publish', '--out', site, '--name', 'Ada Ltd');
      expect(existsSync(join(site, 'index.html'))).toBe(true);
      const failed: string[] = [];
      // From disk, Chromium refuses to preload a font, and loads it when a style sheet names it.
      page.on('requestfailed', (request) => request.resourceType() === 'font' || failed.push(request.url()));
      await page.goto(pathToFileURL(join(site, 'index.html')).href);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada Ltd');
      // The style sheet of the folder applies.
      expect(await page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0);
      await expect(page.getByRole('searchbox')).toBeVisible();
      expect(failed).toEqual([]);
      await expect
        .poll(() => page.evaluate(() => [...document.fonts].some(({ status }) => status === 'loaded')))
        .toBe(true);

      await expect(run('send', 'nobody', 'x')).rejects.toMatchObject({ code: 1, stdout: '' });
      await posthorn.stop();
      await expect(run('token', 'list')).rejects.toMatchObject({ code: 3, stdout: '' });
    } finally {
      await posthorn.dispose();
    }
  },
);
