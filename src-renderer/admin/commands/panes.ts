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

/** Moves the focus to the screen: to its list if there is one already, where the keys of lists act. */
export function focusScreen(): void {
  const main = document.getElementById('main');
  const list = main?.querySelector<HTMLElement>(LIST);
  if (list && isShown(list)) focusList(list);
  else main?.focus();
}

/** The list of a pane if it has one, else the first thing in it that can have the focus. */
function focusIn(pane: HTMLElement): boolean {
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
