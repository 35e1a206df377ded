import type { Page } from '@playwright/test';
import { expectLoaded } from './page-checks';

/**
 * What cannot be seen at this width: sideways scrolling of the page, and parts beyond the edge that nothing scrolls to.
 */
export function widthFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) faults.push(`the page is ${wide} px wider than the window`);
    const isReached = (element: Element | null): boolean => {
      for (let one = element; one; one = one.parentElement) {
        const style = getComputedStyle(one);
        if (/auto|scroll/.test(style.overflowX) && one.scrollWidth > one.clientWidth) return true;
        if (style.textOverflow === 'ellipsis' || style.position === 'fixed') return true;
      }
      return false;
    };
    for (const control of document.querySelectorAll<HTMLElement>('main button, header button')) {
      const { clientWidth, scrollWidth } = control;
      const isOver = clientWidth > 0 && scrollWidth > clientWidth + 1;
      if (isOver && !control.closest('.monaco-editor') && getComputedStyle(control).overflowX === 'visible')
        faults.push(
          `${scrollWidth - clientWidth} px of text beyond its control: ${control.outerHTML.slice(0, 120)}`,
        );
    }
    for (const element of document.querySelectorAll('main *, header *')) {
      if (element.closest('.monaco-editor, svg, canvas, .visually-hidden')) continue;
      const isOwn = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (!isOwn && !element.matches('button, input, textarea, a')) continue;
      const { right, width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1 || right <= innerWidth + 1 || isReached(element)) continue;
      faults.push(`${Math.round(right - innerWidth)} px beyond the edge: ${element.outerHTML.slice(0, 120)}`);
    }
    return faults;
  });
}

/** What would move despite reduced motion: transitions longer than a millisecond. */
export function motionFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const longest = (list: string) =>
      Math.max(
        ...list.split(',').map((one) => Number.parseFloat(one) * (one.trim().endsWith('ms') ? 1 : 1000)),
      );
    const faults = new Set<string>();
    for (const element of document.querySelectorAll('body *')) {
      if (element.closest('.monaco-editor')) continue;
      const style = getComputedStyle(element);
      const isStill = style.transitionProperty === 'none' || longest(style.transitionDuration) <= 1;
      if (!isStill) faults.add(`transition ${style.transitionDuration} at .${element.className}`);
      if (style.animationName !== 'none' && longest(style.animationDuration) > 1)
        faults.add(`animation ${style.animationDuration} at .${element.className}`);
    }
    return [...faults];
  });
}

/** In forced colours, backgrounds and shadows are gone: what is current or selected there without a line of its own. */
export function unmarked(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[aria-current], [aria-selected=true], [role=row][data-selected]')]
      .filter((one) => one.checkVisibility() && getComputedStyle(one).outlineStyle === 'none')
      .map((one) => one.outerHTML.slice(0, 120)),
  );
}

/** The text of editors in the colour of what is below it: in forced colours they keep colours of their own. */
export function unreadable(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.monaco-editor .view-line span')].flatMap((one) => {
      const ground = one.closest('.monaco-editor')?.querySelector('.monaco-editor-background');
      const { color } = getComputedStyle(one);
      return ground && getComputedStyle(ground).backgroundColor === color
        ? [`${color}: ${one.outerHTML}`]
        : [];
    }),
  );
}

/** The marks of a state, which colour alone tells apart, without a word. */
export function wordlessStates(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main [data-state]')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.textContent === '')
      .map((one) => one.outerHTML.slice(0, 120)),
  );
}

const STEPS_MAX = 250;

/**
 * Tabs through the content of an element and reports what is wrong: a control that Tab does not reach, one without a
 * focus ring of 2 px, and one that something else covers.
 */
export async function tabFaults(page: Page, root: string): Promise<string[]> {
  const faults = await faultsOnce(page, root);
  if (faults.length === 0) return faults;
  // A list opens what gets the focus, and the opened part may appear after Tab has passed its place.
  await expectLoaded(page, root);
  return faultsOnce(page, root);
}

async function faultsOnce(page: Page, root: string): Promise<string[]> {
  const faults = new Set<string>();
  await page.evaluate(startBefore, root);
  let isInEditor = false;
  let last = 'the start';
  for (let step = 0; step < STEPS_MAX; step++) {
    // The way out of an editor: Esc, then Tab.
    if (isInEditor) await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    const [at] = await page.evaluate(lookAtFocus, { root, steps: [step], again: false });
    if (!at) break;
    last = at.what;
    isInEditor = at.isInEditor;
    for (const fault of at.faults) faults.add(`${fault}: ${last}`);
  }
  const missed = await page.evaluate(notReached, root);
  return missed.length === 0 ? [...faults] : [...faults, `Tab got no further than: ${last}`, ...missed];
}

/**
 * Gives the focus again to each control that the last walk by Tab reached, and reports those without a ring or covered
 * now. After a walk by keyboard a ring shows wherever the focus goes, so that this needs no second walk.
 */
export async function ringFaults(page: Page, root: string): Promise<string[]> {
  const steps = await page
    .locator(`${root} [data-reached]`)
    .evaluateAll((all) => all.map((one) => Number(one.getAttribute('data-reached'))));
  const stops = await page.evaluate(lookAtFocus, { root, steps, again: true });
  return [...new Set(stops.flatMap((at) => (at?.faults ?? []).map((fault) => `${fault}: ${at?.what}`)))];
}

/** Puts the focus on a stop of our own before the first control, so that Tab begins there. Runs in the page. */
function startBefore(root: string): void {
  for (const one of document.querySelectorAll('[data-reached]')) one.removeAttribute('data-reached');
  const start = document.createElement('span');
  start.tabIndex = 0;
  start.dataset.start = '';
  document.querySelector(root)?.prepend(start);
  start.focus();
  start.tabIndex = -1;
}

/** What has the focus, and what is wrong with it. */
interface Stop {
  readonly what: string;
  readonly faults: readonly string[];
  readonly isInEditor: boolean;
}

/**
 * Where the focus is after a step; `again`: where it was then, of several steps in a row. Null if it has left or wrapped
 * around, or if the control is gone. Runs in the page.
 */
async function lookAtFocus({
  root,
  steps,
  again,
}: {
  readonly root: string;
  readonly steps: readonly number[];
  readonly again: boolean;
}): Promise<readonly (Stop | null)[]> {
  const look = async (step: number): Promise<Stop | null> => {
    if (again) {
      document.querySelector<HTMLElement>(`[data-reached="${step}"]`)?.focus();
      // What follows the focus is rendered.
      await new Promise((next) => setTimeout(next));
    }
    const active = document.activeElement;
    if (!active || !document.querySelector(root)?.contains(active)) return null;
    const mark = active.getAttribute('data-reached');
    if (mark !== (again ? String(step) : null)) return null;
    active.setAttribute('data-reached', String(step));
    const what = active.outerHTML.slice(0, 140);
    const faults: string[] = [];
    const isInEditor = active.closest('.monaco-editor') !== null;
    if (isInEditor || active.closest('iframe')) return { what, faults, isInEditor };
    const ringed = [
      active,
      active.closest('label, [data-focus-visible], [data-focus-within]'),
      active.parentElement,
    ];
    const hasOutline = ({ outlineStyle, outlineWidth, outlineColor }: CSSStyleDeclaration) =>
      outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !/, 0\)$|\/ 0\)$/.test(outlineColor);
    const hasRing =
      ringed.some((one) => one && hasOutline(getComputedStyle(one))) ||
      // A link that covers its row has the ring around the row.
      hasOutline(getComputedStyle(active, '::after'));
    const marked = [...(active.parentElement?.children ?? [])].some(
      (one) =>
        getComputedStyle(one).outlineStyle !== 'none' &&
        Number.parseFloat(getComputedStyle(one).outlineWidth) >= 2,
    );
    if (!hasRing && !marked) faults.push('no ring');
    const { left, top, width, height } = active.getBoundingClientRect();
    if (width > 2 && height > 2) {
      const own = active.closest('label') ?? active;
      for (const [x, y] of [
        [left + width / 2, top + Math.min(4, height / 2)],
        [left + width / 2, top + height - Math.min(4, height / 2)],
      ] as const) {
        const isOutside = x < 0 || y < 0 || x > innerWidth || y > innerHeight;
        // Higher than its pane: both ends cannot be visible at once.
        if (isOutside && height > innerHeight / 2) continue;
        const over = isOutside ? null : document.elementFromPoint(x, y);
        if (!over || !(own.contains(over) || over.contains(own) || active.contains(over)))
          faults.push(`covered by ${over ? over.outerHTML.slice(0, 80) : 'the edge'}`);
      }
    }
    return { what, faults, isInEditor };
  };
  const stops: (Stop | null)[] = [];
  for (const step of steps) stops.push(await look(step));
  return stops;
}

/** Controls that Tab skipped. In a list or a group, arrow keys continue from the one it reached. Runs in the page. */
function notReached(selector: string): string[] {
  const root = document.querySelector(selector) ?? document.body;
  const GROUPS =
    '[role=grid], [role=treegrid], [role=tree], [role=radiogroup], [role=tablist], [role=listbox], [role=toolbar], .monaco-editor';
  const missed: string[] = [];
  for (const one of root.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex]',
  )) {
    const isOff =
      one.matches(':disabled, [data-start], [aria-hidden=true] *, [aria-disabled=true]') || one.inert;
    if (one.tabIndex < 0 || isOff || !one.checkVisibility({ visibilityProperty: true })) continue;
    const group = one.closest(GROUPS);
    const isRadio = one instanceof HTMLInputElement && one.type === 'radio';
    const near = group ?? (isRadio ? one.closest('fieldset, [role=radiogroup]') : null);
    if (
      one.hasAttribute('data-reached') ||
      near?.querySelector('[data-reached]') ||
      near?.matches('[data-reached]')
    )
      continue;
    missed.push(`Tab does not reach: ${one.outerHTML.slice(0, 140)}`);
  }
  root.querySelector('[data-start]')?.remove();
  return missed;
}
