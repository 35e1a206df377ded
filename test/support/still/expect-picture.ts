import { expect, type Page } from '@playwright/test';
import { smallPng } from '../../../resources/tools/small-png.mjs';
import { motionEnded } from '../page-checks';
import { fixTexts } from './fixed-texts';

/** As a share of pixels: about 200, less than two words in another colour. */
const MOST_DIFFERENT = 0.0002;

/** Compares a loaded page of a still server, in its current theme, with a picture. The rest of the test continues. */
export async function expectPicture(page: Page, name: string): Promise<void> {
  const limits = { maxDiffPixelRatio: MOST_DIFFERENT, threshold: 0.2 };
  expect.soft(await stillPicture(page), name).toMatchSnapshot(`${name}.png`, limits);
}

/** A picture of the page once two in a row are the same, with few colours: a fifth of the size, and all grounds and lines as they are. */
async function stillPicture(page: Page): Promise<Buffer> {
  let last: Buffer = Buffer.alloc(0);
  for (let taken = 0; taken < 20; taken++) {
    await page.evaluate(() => document.fonts.ready);
    await motionEnded(page);
    await fixTexts(page);
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    if (picture.equals(last)) break;
    last = picture;
  }
  return smallPng(last);
}
