/** At most ten times a second: nobody reads faster, and a laptop has better things to do. */
const SHORTEST_MS = 100;

/** Draws on request, at most ten times a second, and not at all while hidden. */
export interface Painter {
  /** Something changed: draw soon, or once the window is visible again. */
  request(): void;
  stop(): void;
}

export function createPainter(paint: () => void): Painter {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let lastMs = 0;
  let isDue = false;
  const run = () => {
    timer = null;
    if (document.hidden) {
      isDue = true;
      return;
    }
    isDue = false;
    lastMs = performance.now();
    paint();
  };
  const request = () => {
    if (document.hidden) isDue = true;
    else timer ??= setTimeout(run, Math.max(0, lastMs + SHORTEST_MS - performance.now()));
  };
  const onSeen = () => {
    if (!document.hidden && isDue) request();
  };
  document.addEventListener('visibilitychange', onSeen);
  return {
    request,
    stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      document.removeEventListener('visibilitychange', onSeen);
    },
  };
}
