/** By then the first screen is visible even on a slow device, and nothing competes with its requests. */
const FIRST_WAIT_MS = 5000;

/**
 * Loads parts of the program ahead of time, one at a time and only while the page is idle, so that opening them takes
 * no time. A part that cannot be loaded now is loaded when it is needed. Nothing is loaded ahead if the user asked to
 * save data, or if the browser does not report idle time.
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
