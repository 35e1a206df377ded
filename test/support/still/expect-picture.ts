import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { PNG } from 'pngjs';
import { smallPng } from '../../../resources/tools/small-png.mjs';
import { motionEnded } from '../page-checks';
import { fixTexts } from './fixed-texts';

/** As a share of pixels: about 200, less than two words in another color. */
const MOST_DIFFERENT = 0.0002;
/** How far red, green or blue may be apart, of 255, without a look at the pixel: less than what Playwright lets pass. */
const ALIKE = 24;

/** Compares a loaded page of a still server, in its current theme, with a picture. The rest of the test continues. */
export async function expectPicture(page: Page, name: string): Promise<void> {
  const limits = { maxDiffPixelRatio: MOST_DIFFERENT, threshold: 0.2 };
  // What already looks like its picture has come to rest. All else takes seconds: to wait, to shrink it, and to compare.
  const first = await takePicture(page);
  if (isAlike(first, `${name}.png`)) return;
  expect.soft(await stillPicture(page, first), name).toMatchSnapshot(`${name}.png`, limits);
}

/** A picture of the page once two in a row are the same, with few colors: a fifth of the size, and all grounds and lines as they are. */
async function stillPicture(page: Page, first: Buffer): Promise<Buffer> {
  let last = first;
  for (let taken = 0; taken < 20; taken++) {
    const picture = await takePicture(page);
    if (picture.equals(last)) break;
    last = picture;
  }
  return smallPng(last);
}

async function takePicture(page: Page): Promise<Buffer> {
  await page.evaluate(() => document.fonts.ready);
  await motionEnded(page);
  await fixTexts(page);
  return page.screenshot({ animations: 'disabled', caret: 'hide' });
}

/** Whether a picture is the kept one. Never while the pictures are renewed, which then have to be written. */
function isAlike(picture: Buffer, name: string): boolean {
  const { updateSnapshots } = test.info().config;
  if (updateSnapshots === 'all' || updateSnapshots === 'changed') return false;
  const kept = readKept(test.info().snapshotPath(name));
  if (!kept) return false;
  const { width, height, data } = PNG.sync.read(picture);
  if (width !== kept.width || height !== kept.height) return false;
  let left = Math.floor(width * height * MOST_DIFFERENT);
  // Four bytes a pixel. Pages have no transparency.
  for (let at = 0; at < data.length && left >= 0; at += 4) if (apart(data, kept.data, at) > ALIKE) left -= 1;
  return left >= 0;
}

/** The largest difference of red, green and blue at a place. */
function apart(image: Buffer, other: Buffer, at: number): number {
  let most = 0;
  for (let part = at; part < at + 3; part++)
    most = Math.max(most, Math.abs((image[part] ?? 0) - (other[part] ?? 0)));
  return most;
}

/** Null if there is none. */
function readKept(path: string): PNG | null {
  try {
    return PNG.sync.read(readFileSync(path));
  } catch {
    return null;
  }
}
