/** Rates are means of whole seconds, and nobody reads a hundred rows of numbers faster. */
const READ_EVERY_MS = 1000;

/** The number of the current turn: everything that shows the fleet is read once in each, and changes together. */
export function readTurn(): number {
  return Math.floor(performance.now() / READ_EVERY_MS);
}
