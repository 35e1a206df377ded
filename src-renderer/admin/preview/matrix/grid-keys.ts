const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Moves the focus through the buttons of a table by arrow keys, Home and End. False for any other key. */
export function moveInGrid(table: HTMLTableElement, target: EventTarget, key: string): boolean {
  const rows = [...table.rows]
    .map((row) => [...row.querySelectorAll('button')])
    .filter(({ length }) => length > 0);
  const row = rows.findIndex((buttons) => buttons.some((button) => button === target));
  const column = rows[row]?.indexOf(target as HTMLButtonElement) ?? -1;
  if (row < 0) return false;
  const step = STEPS[key];
  const next = step
    ? rows[row + step[0]]?.[column + step[1]]
    : key === 'Home'
      ? rows[0]?.[column]
      : key === 'End'
        ? rows.at(-1)?.[column]
        : undefined;
  if (!next && !step) return false;
  for (const button of rows.flat()) button.tabIndex = -1;
  const focused = next ?? rows[row]?.[column];
  if (focused) {
    focused.tabIndex = 0;
    focused.focus();
  }
  return true;
}
