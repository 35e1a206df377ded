import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { startReceiver } from '../support/receiver';
import { type SampleSender, startSampleSender } from '../support/sample-sender';
import { AT_NIGHT, IS_WHOLE } from '../support/share';
import { goInPortal, linkTo } from './go-in-portal';

let sender: SampleSender;
test.beforeAll(async () => {
  sender = await startSampleSender();
});
test.afterAll(() => sender?.server.dispose());

/** Text that no browser breaks by itself. */
const long = (length: number, start = '') => start + 'W'.repeat(length - start.length);

const WIDTHS = IS_WHOLE ? [1440, 834, 390] : [1440, 390];

/** The acts that a screen exists for, by their accessible names. */
interface Screen {
  readonly path: string;
  readonly acts: readonly RegExp[];
  /** Opens what is closed at first. */
  readonly open?: (page: Page) => Promise<void>;
}

test(
  'texts of maximum length widen no portal screen and hide no action, at any width',
  AT_NIGHT,
  async ({ page }) => {
    test.slow();
    const receiver = await startReceiver(() => ({
      status: 500,
      headers: { 'x-long': long(1500) },
      body: long(3000),
    }));
    const name = long(250, 'group.');
    try {
      await sender.call('PATCH', '/settings', {
        enableChannels: true,
        customStringsOverride: { channelsOne: long(100), channelsMany: long(100), channelsHelp: long(200) },
        displayName: long(256),
      });
      await sender.call('POST', '/event-type', {
        name,
        groupName: long(250),
        description: long(2000),
        schemas: {
          1: {
            type: 'object',
            title: long(300),
            description: long(500),
            required: [long(300)],
            properties: {
              [long(300)]: { type: 'string', description: long(500), enum: [long(300)], pattern: long(300) },
            },
          },
        },
      });
      const { id: appId } = await sender.call<{ id: string }>('POST', '/app', { name: long(250) });
      const endpoint = await sender.call<{ id: string }>('POST', `/app/${appId}/endpoint`, {
        url: `${receiver.baseUrl}/${long(1900)}`,
        description: long(1000),
        filterTypes: [name],
        channels: [long(128), 'one'],
        headers: { [long(60, 'x-')]: long(1000) },
      });
      const message = await sender.call<{ id: string }>('POST', `/app/${appId}/msg`, {
        eventType: name,
        payload: { [long(300)]: long(2000) },
        channels: [long(128)],
      });
      await receiver.arrived(1);
      const { url } = await sender.call<{ url: string }>('POST', `/auth/app-portal-access/${appId}/`, {});
      await page.goto(linkTo('/catalog', url));

      const home = `/endpoints/${endpoint.id}`;
      const attempt = async (here: Page) => {
        await here
          .getByRole('button', { name: /Request and response/ })
          .first()
          .click();
        await expect(here.getByText('webhook-id')).toBeVisible();
      };
      const screens: readonly Screen[] = [
        { path: '/catalog', acts: [/^Search/] },
        { path: `/catalog/${name}`, acts: [/Receive this event/] },
        { path: '/endpoints', acts: [/^Add endpoint/] },
        {
          path: home,
          acts: [/^Edit$/, /^Delete$/, /^Finish setting up$/, /^(Send again|Retry now)/],
          open: attempt,
        },
        {
          path: `${home}?tab=test`,
          acts: [/^Send example$/, /^Send again$/],
          async open(here) {
            await here.getByRole('button', { name: 'Send example' }).click();
            await expect(here.getByText(/HTTP 500/)).toBeVisible();
          },
        },
        { path: `${home}?tab=settings`, acts: [/^Rotate secret$/, /^Set header$/, /^Remove header/] },
        {
          path: `${home}/setup?step=test`,
          acts: [/^Send example$/, /^Back$/],
          async open(here) {
            await here.getByRole('button', { name: /Event type/ }).click();
            await here.getByRole('option', { name: 'WWW' }).click();
          },
        },
        { path: `${home}/setup?step=verify`, acts: [/^Show signing secret$/, /^Continue/] },
        { path: `${home}/edit`, acts: [/^Save changes$/, /^Cancel$/] },
        { path: '/endpoints/new', acts: [/^Add endpoint$/, /^Cancel$/] },
        { path: `/messages?endpoint=${endpoint.id}&type=${name}`, acts: [/^Clear filters$/] },
        { path: `/messages/${message.id}`, acts: [/^(Send again|Retry now)/], open: attempt },
        { path: '/no-such-page', acts: [] },
      ];
      for (const screen of screens) {
        await page.setViewportSize({ width: 1440, height: 900 });
        await goInPortal(page, screen.path);
        await screen.open?.(page);
        for (const width of WIDTHS) await expectWithin(page, screen, width);
      }
    } finally {
      await sender.call('PATCH', '/settings', {
        enableChannels: false,
        customStringsOverride: null,
        displayName: null,
      });
      await receiver.close();
    }
  },
);

/** Nothing is wider than the window, and each act can be reached without scrolling sideways. */
async function expectWithin(page: Page, { path, acts }: Screen, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  const where = `${path.slice(0, 60)} at ${width} px`;
  for (const act of acts) {
    const found = page
      .getByRole('main')
      .locator('button:visible, a:visible, input:visible')
      .and(
        page
          .getByRole('button', { name: act })
          .or(page.getByRole('link', { name: act }))
          .or(page.getByRole('searchbox', { name: act })),
      );
    await expect(found.first(), `${act} on ${where}`).toBeVisible();
    const box = await found.first().boundingBox();
    expect.soft(box?.x, `left of ${act} on ${where}`).toBeGreaterThanOrEqual(0);
    expect.soft((box?.x ?? 0) + (box?.width ?? 0), `right of ${act} on ${where}`).toBeLessThanOrEqual(width);
  }
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(wider, `${where}, wider than the window by`).toBeLessThanOrEqual(0);
}
