/** Work is interrupted after this long, in milliseconds, which leaves time for 60 frames a second. */
const SLICE_MS = 4;

/** Work in steps: after each `yield` it may have to wait, or be abandoned. */
export type Steps<T> = Generator<void, T, void>;

/**
 * Does long work in short tasks, so that it never delays key presses and frames.
 * @returns the result of the work; undefined if it was abandoned
 */
export async function inSlices<T>(work: Steps<T>, signal: AbortSignal): Promise<T | undefined> {
  while (!signal.aborted) {
    const until = performance.now() + SLICE_MS;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
    await nextTask();
  }
  return undefined;
}

/** The same without interruption. */
export function atOnce<T>(work: Steps<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** A timer would wait four milliseconds each time. */
function nextTask(): Promise<void> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });
}
