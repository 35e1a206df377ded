import { expect, test } from '../support/browser-test';
import { markDoubtful } from '../support/doubtful-contrast';
import { axeFaults } from '../support/page-checks';

const ON_A_SIBLING = `<div style="position: relative">
  <div style="position: absolute; inset: 0; background: #222"></div>
  <p style="position: relative">on a sibling</p>
</div>`;

const PALE = [
  '<p style="color: oklch(0.7 0.02 262)">pale</p>',
  '<p style="color: rgb(0 0 0 / 0.4)">thin</p>',
  '<div style="opacity: 0.4"><p><b>faded by what it is in</b></p></div>',
  '<div style="background: rgb(0 0 0 / 0.7)"><p>on a dark ground</p></div>',
  ON_A_SIBLING,
  '<label>Name <input value="Acme" style="color: #aaa" /></label>',
];

const CLEAR = [
  '<p>dark on white</p>',
  '<button type="button" disabled style="color: #aaa">Off</button>',
  '<div inert style="color: #aaa">behind a sheet</div>',
  '<div style="background: oklch(0.2 0.01 262)"><p style="color: #fff">white on dark</p></div>',
];

test('the check of contrast finds each text that is hard to read, and no other', async ({ page }) => {
  const body = (parts: readonly string[]) =>
    `<!doctype html><html lang="en" style="background: #fff"><title>Texts</title><main><h1>Texts</h1>${parts.join('')}</main>`;
  await page.setContent(body(CLEAR));
  expect(await page.evaluate(markDoubtful, { part: undefined, leftOut: [] }), 'left to axe').toBe(0);
  expect(await axeFaults(page)).toEqual([]);
  for (const part of PALE) {
    await page.setContent(body([...CLEAR, part]));
    expect((await axeFaults(page)).join(), part).toContain('color-contrast');
  }
});
