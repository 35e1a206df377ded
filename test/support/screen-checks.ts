import type { Page } from '@playwright/test';
import { expectLoaded } from './page-checks';
import { IS_WHOLE } from './share';

/**
 * What cannot be seen at this width: sideways scrolling of the page, and parts beyond the edge that nothing scrolls to.
 */
export function widthFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) faults.push(`the page is ${wide} px wider than the window`);
    const isReached = (element: Element | null): boolean => {
      for (let ancestor = element; ancestor; ancestor = ancestor.parentElement) {
        const style = getComputedStyle(ancestor);
        if (/auto|scroll/.test(style.overflowX) && ancestor.scrollWidth > ancestor.clientWidth) return true;
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
        ...list.split(',').map((time) => Number.parseFloat(time) * (time.trim().endsWith('ms') ? 1 : 1000)),
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

/** In forced colors, backgrounds and shadows are gone: what is current or selected there without a line of its own. */
export function unmarked(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[aria-current], [aria-selected=true], [role=row][data-selected]')]
      .filter((element) => element.checkVisibility() && getComputedStyle(element).outlineStyle === 'none')
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}

/** The text of editors in the color of what is below it: in forced colors they keep colors of their own. */
export function unreadable(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.monaco-editor .view-line span')].flatMap((line) => {
      const ground = line.closest('.monaco-editor')?.querySelector('.monaco-editor-background');
      const { color } = getComputedStyle(line);
      return ground && getComputedStyle(ground).backgroundColor === color
        ? [`${color}: ${line.outerHTML}`]
        : [];
    }),
  );
}

/** The marks of a state, which color alone tells apart, without a word. */
export function wordlessStates(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main [data-state]')]
      .filter(
        (element) => element.checkVisibility({ visibilityProperty: true }) && element.textContent === '',
      )
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}

const STEPS_MAX = 250;
/** How often Tab is pressed before a quick walk looks where it is. */
const PRESSES = 10;

/**
 * Tabs through the content of an element and reports what is wrong: a control that Tab does not reach, one without a
 * focus ring of 2 px, and one that something else covers.
 */
export async function tabFaults(page: Page, root: string): Promise<string[]> {
  if (await isSoundByTab(page, root)) return [];
  // A list opens what gets the focus, and the opened part may appear after Tab has passed its place.
  await expectLoaded(page, root);
  return faultsStepByStep(page, root);
}

/** True if a quick walk by Tab ends and finds no fault. It does not wait for the page between two keys. */
async function isSoundByTab(page: Page, root: string): Promise<boolean> {
  await page.evaluate(startBefore, root);
  await page.evaluate(`(${followTab})(${JSON.stringify(root)}, ${lookAtFocus})`);
  const keys = await page.context().newCDPSession(page);
  const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  const press = () => [
    keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...tab }),
    keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...tab }),
  ];
  let isOver = false;
  for (let pressed = 0; pressed < STEPS_MAX && !isOver; pressed += PRESSES) {
    await Promise.all(Array.from({ length: PRESSES }, press).flat());
    const walk = await page.evaluate(() => ({
      isOver: window.tabWalk.isOver,
      isInEditor: window.tabWalk.isInEditor,
    }));
    isOver = walk.isOver;
    if (walk.isInEditor) await page.keyboard.press('Escape');
  }
  await keys.detach();
  const isFree = await page.evaluate(() => {
    window.tabWalk.end();
    return window.tabWalk.isFree;
  });
  const missed = await page.evaluate(notReached, root);
  return isOver && isFree && missed.length === 0;
}

async function faultsStepByStep(page: Page, root: string): Promise<string[]> {
  const faults = new Set<string>();
  await page.evaluate(startBefore, root);
  let isInEditor = false;
  let last = 'the start';
  for (let step = 0; step < STEPS_MAX; step++) {
    // The way out of an editor: Esc, then Tab.
    if (isInEditor) await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    const at = await page.evaluate(lookAtFocus, { root, step, again: false });
    if (!at) break;
    last = at.what;
    isInEditor = at.isInEditor;
    for (const fault of at.faults) faults.add(`${fault}: ${last}`);
  }
  const missed = await page.evaluate(notReached, root);
  return missed.length === 0 ? [...faults] : [...faults, `Tab got no further than: ${last}`, ...missed];
}

/**
 * How many controls with the same style sheet rules have their ring looked at again: where it has none, none of them has.
 * The walk by Tab has looked at all of them, and the nightly run does again.
 */
const ALIKE_MAX = IS_WHOLE ? STEPS_MAX : 2;

/**
 * Gives the focus again to controls that the last walk by Tab reached, and reports those without a ring or covered now.
 * After a walk by keyboard a ring shows wherever the focus goes, so that this needs no second walk.
 */
export async function ringFaults(page: Page, root: string): Promise<string[]> {
  const given = `${JSON.stringify(root)}, ${ALIKE_MAX}`;
  const stops = await page.evaluate<Stop[]>(`(${focusAgain})(${given}, ${lookAtFocus})`);
  return [...new Set(stops.flatMap(({ faults, what }) => faults.map((fault) => `${fault}: ${what}`)))];
}

/** Puts the focus on a stop of our own before the first control, so that Tab begins there. Runs in the page. */
function startBefore(root: string): void {
  for (const element of document.querySelectorAll('[data-reached]')) element.removeAttribute('data-reached');
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

/** A quick walk, in the page. */
interface TabWalk {
  isOver: boolean;
  isInEditor: boolean;
  /** Of faults. */
  isFree: boolean;
  end(): void;
}

declare global {
  interface Window {
    tabWalk: TabWalk;
  }
}

/**
 * Looks at the focus after each Tab, until it has left or wrapped around. Tab is held back then, and in an editor until
 * Esc was pressed, because keys that are already on their way would type there. Runs in the page.
 */
function followTab(root: string, look: typeof lookAtFocus): void {
  let step = 0;
  let isHeld = false;
  const hold = (event: KeyboardEvent) => {
    if (event.key === 'Escape') walk.isInEditor = false;
    isHeld = event.key === 'Tab' && (walk.isOver || walk.isInEditor);
    if (!isHeld) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const follow = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || isHeld) return;
    const at = look({ root, step: step++, again: false });
    walk.isOver = at === null;
    walk.isInEditor = at?.isInEditor === true;
    if (at && at.faults.length > 0) walk.isFree = false;
  };
  const walk: TabWalk = {
    isOver: false,
    isInEditor: false,
    isFree: true,
    end() {
      removeEventListener('keydown', hold, true);
      removeEventListener('keyup', follow, true);
    },
  };
  addEventListener('keydown', hold, true);
  addEventListener('keyup', follow, true);
  window.tabWalk = walk;
}

/**
 * Gives the focus to controls that were reached, so many of each kind, and looks at each once what follows the focus is
 * rendered. Runs in the page.
 */
async function focusAgain(root: string, most: number, look: typeof lookAtFocus): Promise<Stop[]> {
  const stops: Stop[] = [];
  const seen = new Map<string, number>();
  for (const element of document.querySelectorAll<HTMLElement>(`${root} [data-reached]`)) {
    const kind = [element, element.parentElement]
      .map((part) => part?.tagName + (part?.className ?? ''))
      .join();
    const count = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, count);
    if (count > most) continue;
    element.focus();
    await new Promise((next) => setTimeout(next));
    const at = look({ root, step: Number(element.getAttribute('data-reached')), again: true });
    if (at) stops.push(at);
  }
  return stops;
}

/**
 * Where the focus is after a step; `again`: at a control that was reached in that step. Null if it has left or wrapped
 * around, or if the control is gone. Runs in the page.
 */
function lookAtFocus({
  root,
  step,
  again,
}: {
  readonly root: string;
  readonly step: number;
  readonly again: boolean;
}): Stop | null {
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
    ringed.some((ring) => ring && hasOutline(getComputedStyle(ring))) ||
    // A link that covers its row has the ring around the row.
    hasOutline(getComputedStyle(active, '::after'));
  // Looked at last: in a list of hundreds it takes longer than all else.
  const isBesideRing = () =>
    [...(active.parentElement?.children ?? [])].some(
      (child) =>
        getComputedStyle(child).outlineStyle !== 'none' &&
        Number.parseFloat(getComputedStyle(child).outlineWidth) >= 2,
    );
  if (!hasRing && !isBesideRing()) faults.push('no ring');
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
}

/** Controls that Tab skipped. In a list or a group, arrow keys continue from the one it reached. Runs in the page. */
function notReached(selector: string): string[] {
  const root = document.querySelector(selector) ?? document.body;
  const GROUPS =
    '[role=grid], [role=treegrid], [role=tree], [role=radiogroup], [role=tablist], [role=listbox], [role=toolbar], .monaco-editor';
  const missed: string[] = [];
  for (const element of root.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex]',
  )) {
    const isOff =
      element.matches(':disabled, [data-start], [aria-hidden=true] *, [aria-disabled=true]') || element.inert;
    if (element.tabIndex < 0 || isOff || !element.checkVisibility({ visibilityProperty: true })) continue;
    const group = element.closest(GROUPS);
    const isRadio = element instanceof HTMLInputElement && element.type === 'radio';
    const near = group ?? (isRadio ? element.closest('fieldset, [role=radiogroup]') : null);
    if (
      element.hasAttribute('data-reached') ||
      near?.querySelector('[data-reached]') ||
      near?.matches('[data-reached]')
    )
      continue;
    missed.push(`Tab does not reach: ${element.outerHTML.slice(0, 140)}`);
  }
  root.querySelector('[data-start]')?.remove();
  return missed;
}
