/** Rates are means of whole seconds, and nobody reads a hundred rows of numbers faster. */
const READ_EVERY_MS = 1000;

let known: number | null = null;

/**
 * The number of the current turn: everything that shows all endpoints is read once in each, and changes together. All
 * who ask in one task get the same number, also if the next turn begins between them.
 */
export function readTurn(): number {
  if (known === null) {
    known = Math.floor(performance.now() / READ_EVERY_MS);
    setTimeout(() => {
      known = null;
    });
  }
  return known;
}
