import { STAND_IN } from '../../../ui/keep-focus';

/**
 * The panes of the window are the elements marked `data-pane`, in reading order. A pane that contains others is skipped
 * in favor of those.
 */
const PANE = '[data-pane]';
const LIST = '[role=grid], [role=treegrid], [role=tree]';

/** Moves the focus to the next pane of the window, or with -1 to the previous one; wraps around at the ends. */
export function focusPane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>(PANE)].filter(
    (pane) => isShown(pane) && !pane.querySelector(PANE),
  );
  const now = panes.findIndex((pane) => pane.contains(document.activeElement));
  for (let offset = 1; offset <= panes.length; offset += 1) {
    const from = now < 0 && step === -1 ? 0 : now;
    const pane = panes.at((from + step * offset) % panes.length);
    if (pane && focusIn(pane)) return;
  }
}

/**
 * Moves the focus to the screen. Not to its list: a list without a selection selects its first row on focus, and a user
 * who opens a screen has not chosen anything there yet.
 */
export function focusScreen(): void {
  document.getElementById('main')?.focus();
}

/** True if nothing in the screen has the focus: the focused element is gone, or the screen was just opened. */
export function isFocusFree(): boolean {
  return document.activeElement?.matches(`body, #main, [${STAND_IN}]`) === true;
}

/** Moves up or down in the focused list; from the screen itself, into its first list. */
export function moveInList(key: 'ArrowDown' | 'ArrowUp'): void {
  const focused = document.activeElement;
  const list = document.getElementById('main')?.querySelector<HTMLElement>(LIST);
  if (focused?.closest(LIST)) {
    // Lists know the arrow keys; J and K do whatever those do there.
    const event = { key, code: key, bubbles: true, cancelable: true };
    focused.dispatchEvent(new KeyboardEvent('keydown', event));
    focused.dispatchEvent(new KeyboardEvent('keyup', event));
  } else if (list && isShown(list)) focusList(list);
}

/** Focuses the list of a pane if it has one, otherwise its first focusable element. False: there is none. */
export function focusIn(pane: HTMLElement): boolean {
  const list = pane.querySelector<HTMLElement>(LIST);
  if (list && isShown(list)) {
    focusList(list);
    if (pane.contains(document.activeElement)) return true;
  }
  const others = pane.querySelectorAll<HTMLElement>(
    'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]',
  );
  for (const element of others) {
    if (!isShown(element)) continue;
    element.focus();
    if (document.activeElement === element) return true;
  }
  return false;
}

function focusList(list: HTMLElement): void {
  (list.querySelector<HTMLElement>('[role=row][aria-selected=true]') ?? list).focus();
}

function isShown(element: HTMLElement): boolean {
  return element.getClientRects().length > 0;
}
