/** At most ten renderings a second; numbers that change faster cannot be read. */
export const RENDER_EVERY_MS = 100;

interface RenderPace {
  /** Something changed: draw soon. Several calls result in one rendering. */
  request(): void;
  /** Stops drawing. */
  close(): void;
}

/**
 * Calls `draw` at once after a quiet time, then at most ten times a second. A hidden page is not drawn; it is updated
 * as soon as it is visible again.
 */
export function paceRenders(draw: () => void, page: Pick<Document, 'hidden'> & EventTarget): RenderPace {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dirty = false;
  let closed = false;
  const paint = () => {
    timer = undefined;
    if (!dirty || closed || page.hidden) return;
    dirty = false;
    timer = setTimeout(paint, RENDER_EVERY_MS);
    draw();
  };
  const onVisible = () => {
    if (timer === undefined) paint();
  };
  page.addEventListener('visibilitychange', onVisible);
  return {
    request() {
      dirty = true;
      if (timer === undefined) paint();
    },
    close() {
      clearTimeout(timer);
      page.removeEventListener('visibilitychange', onVisible);
      closed = true;
    },
  };
}
