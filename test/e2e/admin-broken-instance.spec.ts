import { expect, test } from '../support/browser-test';
import { AT_NIGHT, some } from '../support/share';
import { callApi, goTo, openAdmin } from './admin-page';
import { type CopyPair, startCopyPair } from './copy-pair';

let pair: CopyPair;

test.beforeAll(async ({ shared }) => {
  pair = await startCopyPair(shared);
});
test.beforeEach(async () => {
  await pair.begin([{ name: 'invoice.paid', description: 'Paid.' }]);
  await callApi(pair.here, 'PATCH', `/connections/${pair.id}`, { mode: 'direct' });
});
test.afterAll(() => pair?.dispose());

const page = (data: readonly unknown[]) => ({ data, changesSince: null, iterator: null, done: true });
const SCREENS = ['catalog', 'apps', 'deliveries', 'deliveries/attention', 'settings/general'];
const RESPONSES = [
  ['null', null, {}],
  ['a list of rows without their fields', page([{}]), AT_NIGHT],
  ['a list with null in it', page([null]), AT_NIGHT],
  ['a list of texts', page(['a', 'b']), AT_NIGHT],
] as const;

for (const [what, body, when] of RESPONSES) {
  test(
    `another instance that answers everything with ${what} leaves a way to this computer`,
    when,
    async ({ context }) => {
      pair.proxy.respond = ({ path }) => (path.includes('/live') ? null : { status: 200, body });
      const tab = await openAdmin(context, pair.here, `/${pair.id}/catalog`);
      for (const screen of some(SCREENS, 2)) {
        await goTo(tab, pair.here, `/${pair.id}/${screen}`);
        await tab.reload();
        const pill = tab.getByRole('button', { name: /^Instance: Production/ });
        const way = tab.getByRole('link', { name: 'Go to this computer' });
        await expect(pill.or(way).first()).toBeVisible();
      }
      const way = tab.getByRole('link', { name: 'Go to this computer' });
      if (await way.isVisible()) {
        await way.click();
      } else {
        await tab.getByRole('button', { name: /^Instance: Production/ }).click();
        await tab.getByRole('menuitemradio', { name: 'This computer' }).click();
      }
      await expect(tab.getByRole('button', { name: /^Instance: This computer/ })).toBeVisible();
    },
  );
}
