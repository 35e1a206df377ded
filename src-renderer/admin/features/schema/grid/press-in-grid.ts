/** Presses keys on the focused row of the grid, so that a button does what they do. */
export function pressInGrid(keys: KeyboardEventInit): void {
  const cell = document.querySelector<HTMLElement>('[role=treegrid] [data-current-cell]');
  cell?.focus();
  cell?.dispatchEvent(new KeyboardEvent('keydown', { ...keys, bubbles: true, cancelable: true }));
}
