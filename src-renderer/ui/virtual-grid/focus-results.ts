/** What a search finds: rows of a list, or links of a table that is marked. */
const RESULTS = '[role=grid], [role=treegrid], [role=tree], [data-results]';
const ROW = '[role=row][tabindex="0"], [role=treeitem][tabindex="0"], a[href]';

/** Moves the focus from a search box to the first result in its pane. False: there is none. */
export function focusResults(search: HTMLElement): boolean {
  const pane = search.closest('[role=dialog], [data-pane], main') ?? document.body;
  for (const list of pane.querySelectorAll<HTMLElement>(RESULTS)) {
    if (list.getClientRects().length === 0 || list.contains(search)) continue;
    const row = list.matches('[data-results]')
      ? list.querySelector<HTMLElement>('a[href]')
      : list.querySelector<HTMLElement>(ROW);
    (row ?? list).focus();
    if (list.contains(document.activeElement)) return true;
  }
  return false;
}
