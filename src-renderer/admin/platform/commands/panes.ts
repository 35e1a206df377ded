/**
 * The panes of the window are the elements marked `data-pane`, in reading order; one that holds others stands for
 * them only where it holds none.
 */
const PANE = '[data-pane]';
const LIST = '[role=grid], [role=treegrid], [role=tree]';

/** Moves the focus to the next pane of the window, or with -1 to the previous one; round at the ends. */
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
 * Moves the focus to the screen. Not to its list: one without a selection selects its first row when it gets the
 * focus, and whoever goes to a screen has not chosen anything there yet.
 */
export function focusScreen(): void {
  document.getElementById('main')?.focus();
}

/** True when nothing in the screen has the focus: what had it is gone, or a screen was just gone to. */
export function isFocusFree(): boolean {
  return document.activeElement === document.body || document.activeElement?.id === 'main';
}

/** Moves up or down in the list that has the focus; from the screen itself, into its first list. */
export function moveInList(key: 'ArrowDown' | 'ArrowUp'): void {
  const focused = document.activeElement;
  const list = document.getElementById('main')?.querySelector<HTMLElement>(LIST);
  if (focused?.closest(LIST)) {
    // Lists know the arrow keys; what J and K do is whatever those do there.
    const event = { key, code: key, bubbles: true, cancelable: true };
    focused.dispatchEvent(new KeyboardEvent('keydown', event));
    focused.dispatchEvent(new KeyboardEvent('keyup', event));
  } else if (list && isShown(list)) focusList(list);
}

/** Focuses the list of a pane if it has one, else the first thing in it that can have the focus. False: nothing. */
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
