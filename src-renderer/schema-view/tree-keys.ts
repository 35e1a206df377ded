/**
 * Arrow keys among the summaries of nested `<details>`. Enter and Space stay the browser's own.
 * @returns true if the key meant something here
 */
export function moveInTree(tree: HTMLElement, target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement) || target.localName !== 'summary') return false;
  const details = target.parentElement;
  if (!(details instanceof HTMLDetailsElement)) return false;
  const shown = [...tree.querySelectorAll('summary')].filter((summary) => summary.checkVisibility());
  const at = shown.indexOf(target);
  if (key === 'ArrowDown') shown[at + 1]?.focus();
  else if (key === 'ArrowUp') shown[at - 1]?.focus();
  else if (key === 'Home') shown[0]?.focus();
  else if (key === 'End') shown.at(-1)?.focus();
  else if (key === 'ArrowRight' && !details.open) details.open = true;
  else if (key === 'ArrowRight') details.querySelector<HTMLElement>(':scope > ul summary')?.focus();
  else if (key === 'ArrowLeft' && details.open) details.open = false;
  else if (key === 'ArrowLeft') details.parentElement?.closest('details')?.querySelector('summary')?.focus();
  else return false;
  return true;
}
