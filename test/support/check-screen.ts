import { expect, type Page } from '@playwright/test';
import { axeFaults, expectLoaded, RULES_OF_LABELS } from './page-checks';
import {
  motionFaults,
  ringFaults,
  tabFaults,
  unmarked,
  unreadable,
  widthFaults,
  wordlessStates,
} from './screen-checks';
import { expectPicture } from './still/expect-picture';

const THEMES = ['light', 'dark'] as const;

/** A screen to look at in every way. */
export interface CheckedScreen {
  /** Its name in faults. */
  readonly what: string;
  /** The element whose controls Tab must reach: a selector of CSS. */
  readonly root: string;
  /** Widths of the window, in CSS pixels, at which all of it must be reachable. */
  readonly widths: readonly number[];
  /** Selectors: parts that axe leaves out. */
  readonly leftOut?: readonly string[];
  /** The name of its picture, without the theme; null: it has none, or none that can be compared here. */
  readonly picture: string | null;
}

/**
 * Checks the loaded screen of a page in every way in which somebody may look at it: light and dark, by Tab, in forced
 * colors, and in narrow windows. Every fault is reported; the rest of the test continues.
 */
export async function checkScreen(page: Page, screen: CheckedScreen): Promise<void> {
  const { what, root, leftOut = [], picture } = screen;
  if (picture !== null) {
    // A walk by Tab through the screen before has left the focus somewhere.
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await expect.poll(() => hasDrawnAll(page), { message: what }).toBe(true);
  }
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await expectLoaded(page, what);
    if (picture !== null) await expectPicture(page, `${picture}-${colorScheme}`);
    const rules = colorScheme === 'light' ? { more: RULES_OF_LABELS } : { ofColor: true };
    expect.soft(await axeFaults(page, { leftOut, ...rules }), `${what}, ${colorScheme}`).toEqual([]);
  }
  expect.soft(await motionFaults(page), `${what}, motion`).toEqual([]);
  expect.soft(await tabFaults(page, root), `${what} by Tab`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  expect.soft(await unmarked(page), `${what}, not marked in forced colours`).toEqual([]);
  await expect.soft.poll(() => unreadable(page), `${what}, text in forced colours`).toEqual([]);
  expect.soft(await wordlessStates(page), `${what}, a state without a word`).toEqual([]);
  // Last: it leaves the focus on a control, whose ring would pass for a mark.
  expect.soft(await ringFaults(page, root), `${what}, focus in forced colours`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
  const size = page.viewportSize();
  for (const width of screen.widths) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await widthFaults(page), `${what} at ${width} px`).toEqual([]);
  }
  if (size) await page.setViewportSize(size);
}

/**
 * True if no chart is blank. Charts render as time advances, which it does not on a still server; a change of theme
 * makes them render new data.
 */
async function hasDrawnAll(page: Page): Promise<boolean> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(next)));
  }
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLCanvasElement>('main canvas')].every((canvas) => {
      const { width, height } = canvas;
      // Editors also have canvases, which stay blank.
      if (canvas.closest('.monaco-editor')) return true;
      if (width * height === 0) return false;
      const points = canvas.getContext('2d')?.getImageData(0, 0, width, height).data;
      return points?.some((value) => value > 0) === true;
    }),
  );
}
