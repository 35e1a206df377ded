import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '../support/browser-test';
import { expectAccessible, expectReflow } from '../support/page-checks';
import { IS_WHOLE } from '../support/share';

const START = resolve(import.meta.dirname, '../../resources/tools/start.mjs');

/** `npm start` without a window, controlled by the test. */
function npmStart(...args: string[]) {
  const child = spawn(process.execPath, [START, ...args], {
    env: { ...process.env, POSTHORN_HEADLESS: '1', POSTHORN_ADMIN_TOKEN: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const waiting: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      for (const look of waiting) look();
    });
  }
  const ended = new Promise<number | null>((done) => child.once('close', done));
  return {
    child,
    ended,
    /** Resolves with the match once it is printed. */
    printed: (pattern: RegExp) =>
      new Promise<RegExpExecArray>((found, failed) => {
        const look = () => {
          const match = pattern.exec(text);
          if (match) found(match);
        };
        waiting.push(look);
        look();
        void ended.then((code) => failed(new Error(`npm start ended with ${code}:\n${text}`)));
      }),
  };
}

test('npm start passes flags to the server, and ends with its exit code', async () => {
  test.setTimeout(180_000);
  const start = npmStart('--port', 'many');
  expect(await start.ended).not.toBe(0);
  await expect(start.printed(/--port must be/)).resolves.toBeTruthy();
});

test('npm start prints a login URL, sends 100 messages at 10 per second with one click, and stops on Ctrl+C', async ({
  page,
}) => {
  test.setTimeout(180_000); // it may build first
  const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-start-'));
  const start = npmStart('--port', '0', '--data-dir', dataDir);
  try {
    await start.printed(/without a window, because POSTHORN_HEADLESS is 1/);
    const [, address = ''] = await start.printed(/(http:\/\/127\.0\.0\.1:\d+\/\S*#token=\S+)/);
    await start.printed(/^ready http:\/\/127\.0\.0\.1:\d+$/m);
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Local service' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Connect to an instance' })).toBeVisible();
    expect(page.url()).not.toContain('token');
    await expectAccessible(page, 'the first screen', { isScreen: true });
    await expectReflow(page, 'the first screen', [360, 1280]);
    await page.getByRole('button', { name: 'Send 100 messages and watch' }).click();
    const guide = page.getByRole('region', { name: 'Your first messages' });
    await expect(guide).toContainText('The limit is 10 per second, so one message is sent every 100 ms', {
      timeout: 30_000,
    });
    await expect(page).toHaveURL(/\/endpoints\/ep_\w+\/live\?burst=/);
    // The gate does not wait for them: `engine-limits.test.ts` holds the limit, `settings.test.ts` the receipt.
    if (IS_WHOLE) {
      await expect(guide).toContainText(/100 delivered in [\d.]+ s, never more than 10 in any second\./, {
        timeout: 60_000,
      });
      await expectAccessible(page, 'the receipt');
      await page.reload();
      await expect(guide).toContainText('100 delivered in');
    }
    await guide.getByRole('button', { name: 'Close' }).click();
    await expect(guide).toHaveCount(0);
    // Ctrl+C.
    start.child.kill('SIGINT');
    expect(await start.ended).toBe(0);
  } finally {
    start.child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
});
