/** By then the first screen stands on a slow device too, and nothing competes with what it asks for. */
const FIRST_WAIT_MS = 5000;

/**
 * Reads parts of the program ahead, one at a time and only while the page has nothing else to do, so that going there
 * takes no time. A part that cannot be read now is read when it is wanted. Nothing is read ahead for somebody who asks
 * to save data, or where the browser does not tell when it is idle.
 * @returns stops it
 */
export function readWhenIdle(readers: Iterable<() => Promise<unknown>>): () => void {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  if (connection?.saveData || !('requestIdleCallback' in window)) return () => undefined;
  const left = readers[Symbol.iterator]();
  let isStopped = false;
  const next = () => {
    if (isStopped) return;
    const { value: read } = left.next();
    if (read) void read().then(wait, wait);
  };
  const wait = () => void requestIdleCallback(next);
  const timer = setTimeout(wait, FIRST_WAIT_MS);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
