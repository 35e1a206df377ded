import { join } from 'node:path';
import { LAST_SIGN_OF_LIFE } from '../../src-server/storage/installation/sign-of-life-store';
import { Connection } from '../../src-server/storage/sqlite/sqlite-connection';
import { expect, test } from '../support/browser-test';
import { expectAccessible, expectReflow } from '../support/page-checks';
import { AT_NIGHT } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { goTo, openAdmin } from './admin-page';

const DAY_MS = 86_400_000;

let posthorn: RunningPosthorn;
let before: RunningPosthorn;
test.beforeAll(async () => {
  before = await startPosthorn();
  await before.stop();
  const db = await Connection.open(join(before.dataDir, 'posthorn.db'), 'write');
  const set = 'UPDATE setting SET value = ? WHERE name = ?';
  const { changes } = await db.run(set, [String(Date.now() - 3 * DAY_MS), LAST_SIGN_OF_LIFE]);
  await db.close();
  expect(changes).toBe(1);
  posthorn = await startPosthorn({ dataDir: before.dataDir });
});
test.afterAll(async () => {
  await posthorn?.dispose();
  await before?.dispose();
});

// Held by `doubted-clock.test.ts`, and as a notice by `admin-pause-sending.spec.ts`.
test(
  'a doubtful clock raises a notice on every screen until someone confirms it',
  AT_NIGHT,
  async ({ context }) => {
    const page = await openAdmin(context, posthorn, '/local/catalog');
    const notice = page.getByRole('status').filter({ hasText: 'Nothing expires and nothing old is removed' });
    await expect(notice).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText('Clock in doubt');
    await goTo(page, posthorn, '/local/deliveries/messages');
    await expect(notice).toBeVisible();
    await expectAccessible(page, 'messages while the clock is in doubt');
    await expectReflow(page, 'messages while the clock is in doubt', [390, 834, 1440]);

    await page.getByRole('button', { name: 'Confirm the clock' }).click();
    await expect(notice).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toContainText('Service healthy');
  },
);
