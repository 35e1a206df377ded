import type { DesktopApi, DesktopSettings } from '../../src-main/contract/desktop-api';
import { startReceiver } from '../support/receiver';
import { AT_NIGHT } from '../support/share';
import type { Desktop } from './desktop';
import { expect, test } from './desktop-test';
import { addEndpoint, openScreen, sendMessages, TO_LOOPBACK } from './server-of';

/** Changes settings, as the page does. */
async function change(desktop: Desktop, part: Partial<DesktopSettings>): Promise<void> {
  const page = await desktop.page();
  await openScreen(page, 'settings/desktop');
  await page.evaluate((wanted) => (globalThis as unknown as Bridge).desktop.changeDesktop(wanted), part);
}

interface Bridge {
  readonly desktop: DesktopApi;
}

// Held by `notices.test.ts`, `trouble-watch.test.ts` and `local-server.test.ts`, and by the notice of `tray.spec.ts`.
test(
  'an endpoint whose receiver is gone makes a notice, whose press opens its page',
  AT_NIGHT,
  async ({ launch }) => {
    const receiver = await startReceiver(() => ({ status: 410 }));
    const desktop = await launch({ flags: TO_LOOPBACK });
    const page = await desktop.page();
    await change(desktop, { notices: 'silent' });
    const { appId, endpointId } = await addEndpoint(desktop, `${receiver.baseUrl}/`);
    await sendMessages(desktop, appId, 1);
    const [notice] = await desktop.recorded('notification.show');
    expect(notice).toMatchObject({ title: `127.0.0.1:${receiver.port} was disabled`, silent: true });
    await desktop.run((_electron, _argument, double) => double.notifications[0]?.press());
    await expect(page).toHaveURL(new RegExp(`#/local/apps/${appId}/endpoints/${endpointId}$`));
    await expect(page.getByRole('heading', { name: 'Last error' })).toBeVisible();
    await receiver.close();
  },
);

test(
  'a user who wants no notices gets none, and the tray tells all the same',
  AT_NIGHT,
  async ({ launch }) => {
    const receiver = await startReceiver(() => ({ status: 410 }));
    const desktop = await launch({ flags: TO_LOOPBACK });
    await change(desktop, { notices: 'off', tray: true });
    const { appId } = await addEndpoint(desktop, `${receiver.baseUrl}/`);
    await sendMessages(desktop, appId, 1);
    await desktop.recorded('tray.setContextMenu', (items: { label: string }[]) =>
      items.some(({ label }) => label === '1 endpoint needs attention'),
    );
    expect(await desktop.records('notification.show')).toEqual([]);
    await receiver.close();
  },
);
