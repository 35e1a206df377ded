/** What arrow keys move between: the summaries, and the rows that have nothing below them. */
const ROWS = 'summary, [data-row]';

/**
 * Arrow keys among the rows of nested `<details>`, as in any tree. The browser handles Enter and Space.
 * @returns true if the key meant something here
 */
export function moveInTree(tree: HTMLElement, target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement) || !target.matches(ROWS)) return false;
  const details = target.localName === 'summary' ? target.closest('details') : null;
  const shown = [...tree.querySelectorAll<HTMLElement>(ROWS)].filter((row) => row.checkVisibility());
  const at = shown.indexOf(target);
  if (key === 'ArrowDown') shown[at + 1]?.focus();
  else if (key === 'ArrowUp') shown[at - 1]?.focus();
  else if (key === 'Home') shown[0]?.focus();
  else if (key === 'End') shown.at(-1)?.focus();
  else if (key === '*') openBeside(details ?? target);
  else if (key === 'ArrowRight' && details && !details.open) details.open = true;
  else if (key === 'ArrowRight' && details)
    details.querySelector<HTMLElement>(`:scope > ul :is(${ROWS})`)?.focus();
  else if (key === 'ArrowLeft' && details?.open) details.open = false;
  else if (key === 'ArrowLeft')
    enclosing(details ?? target)
      ?.querySelector('summary')
      ?.focus();
  else return false;
  return true;
}

function enclosing(row: HTMLElement): HTMLElement | null {
  return row.parentElement?.closest('details') ?? null;
}

/** The key "*" of a tree: opens every row of the same level under the same parent. */
function openBeside(row: HTMLElement): void {
  for (const details of row.closest('ul')?.querySelectorAll<HTMLDetailsElement>(':scope > li > details') ??
    []) {
    details.open = true;
  }
}
