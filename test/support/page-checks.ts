import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { DOUBTFUL, markDoubtful } from './doubtful-contrast';
import { IS_WHOLE } from './share';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

/** Less than half of what `axe.source` says. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe checks, and with which rules. */
export interface AxeScope {
  /** A selector: only this part. */
  readonly part?: string;
  /** Selectors: parts with their own tests, such as a whole page in a frame. */
  readonly leftOut?: readonly string[];
  /** True: only the rules whose result can differ between the themes. */
  readonly ofColor?: boolean;
  /** Besides all that it applies by itself. */
  readonly more?: readonly string[];
}

/** Rules that axe does not apply by itself: what is spoken to press a control is what stands on it. */
export const RULES_OF_LABELS = ['label-content-name-mismatch'];

/** What axe finds in the current page, as text; empty is good. It does not check frames. */
export async function axeFaults(
  page: Page,
  { part, leftOut = [], ofColor = false, more = [] }: AxeScope = {},
): Promise<string[]> {
  // A page that already has axe need not load its half megabyte again.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const exclude = [...leftOut];
  const enabled = Object.fromEntries(more.map((rule) => [rule, { enabled: true }]));
  const look = async () => {
    await motionEnded(page);
    const faults = await runAxe(
      page,
      { ...(part === undefined ? {} : { include: [part] }), exclude },
      ofColor ? only('link-in-text-block') : { rules: { ...enabled, [CONTRAST]: { enabled: false } } },
    );
    if ((await page.evaluate(markDoubtful, { part, leftOut })) === 0) return faults;
    return [...faults, ...(await runAxe(page, { include: [`[${DOUBTFUL}]`], exclude }, only(CONTRAST)))];
  };
  const faults = await look();
  // A color that began to fade meanwhile is no fault when it has ended.
  return faults.length === 0 ? faults : look();
}

/** Its rule that takes most of its time. */
const CONTRAST = 'color-contrast';

const only = (rule: string) => ({ runOnly: { type: 'rule' as const, values: [rule] } });

function runAxe(
  page: Page,
  context: { readonly include?: string[]; readonly exclude: string[] },
  more: Pick<axe.RunOptions, 'rules' | 'runOnly'>,
): Promise<string[]> {
  const options = { iframes: false, resultTypes: ['violations' as const], ...more };
  return page.evaluate(
    async (options) => {
      const { violations } = await window.axe.run(options.context, options.options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    },
    { context, options },
  );
}

/** What a screen shows while part of it is loading. */
const STILL_COMING = /^(Asking|Checking|Connecting|Loading|Opening|Reading)\b/;

/** Waits until no part of the page is loading. */
export async function expectLoaded(page: Page, what: string): Promise<void> {
  await expect(page.getByText(STILL_COMING), `${what}, still loading`).toHaveCount(0);
}

/**
 * Fails with every accessibility fault that axe finds in light, and of a whole screen also in dark. The rest of the test
 * continues. What a screen shows in another state has the colours of the same tokens, whose contrast `tokens.test.ts`
 * measures in both themes: in dark, only the nightly run looks at it.
 */
export async function expectAccessible(
  page: Page,
  what: string,
  {
    isScreen = false,
    ...scope
  }: Pick<AxeScope, 'part' | 'leftOut'> & {
    /** True: a screen that is in no list of `checkScreen`. */
    readonly isScreen?: boolean;
  } = {},
): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  expect.soft(await axeFaults(page, scope), `${what}, light`).toEqual([]);
  if (!isScreen && !IS_WHOLE) return;
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axeFaults(page, { ...scope, ofColor: true });
  expect.soft(dark, `${what}, dark`).toEqual([]);
}

/** Waits until all fades and movements have ended: a color in transition would be measured as a fault. */
export async function motionEnded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(finite.map((animation) => animation.finished));
  });
}

/** Fails if the page is wider than the window, at each of these widths in CSS pixels. */
export async function expectReflow(page: Page, what: string, widths = [320, 390, 1280]): Promise<void> {
  const size = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wider, `${what} at ${width} px`).toBeLessThanOrEqual(0);
  }
  if (size) await page.setViewportSize(size);
}

/**
 * Watches a page for faults of its own: script errors, violations of its policy, requests to other servers.
 * @returns what was found so far
 */
export function watchFaults(page: Page, baseUrl: string): () => readonly string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // The page itself reports a refused call; everything else on the console is a fault.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      faults.push(message.text());
    }
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(baseUrl) && !url.startsWith('data:')) faults.push(`request to ${url}`);
  });
  return () => faults;
}
