import { afterEach, expect, test, vi } from 'vitest';
import { keepFocus } from '../../../src-renderer/ui/keep-focus';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A page of a screen and a sheet over it, whose frames a test draws. */
function newPage() {
  let frames = new Map<number, () => void>();
  let frame = 0;
  let onFocusIn = (_event: { readonly target: object }) => {};
  let onSize = () => {};
  const element = (isInSheet: boolean) => ({
    isConnected: true,
    localName: 'div',
    parentElement: null,
    closest: () => (isInSheet ? {} : null),
    matches: () => false,
    hasAttribute: () => true,
    setAttribute: () => {},
    addEventListener: () => {},
    focus() {
      page.activeElement = this;
      onFocusIn({ target: this });
    },
  });
  const [body, main, opener, sheet] = [element(false), element(false), element(false), element(true)];
  const page = { body, activeElement: body, querySelector: () => main };
  const nextFrame = (callback: () => void) => {
    frame += 1;
    frames.set(frame, callback);
    return frame;
  };
  vi.stubGlobal('document', page);
  vi.stubGlobal('requestAnimationFrame', nextFrame);
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id));
  vi.stubGlobal('addEventListener', (name: string, listener: typeof onFocusIn) => {
    if (name === 'focusin') onFocusIn = listener;
  });
  vi.stubGlobal('removeEventListener', () => {});
  vi.stubGlobal(
    'MutationObserver',
    class {
      disconnect() {}
    },
  );
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(listener: () => void) {
        onSize = listener;
      }
      disconnect() {}
      // Observers are called once for what they begin to observe.
      observe = () => onSize();
    },
  );
  const stop = keepFocus();
  /** Draws frames; the sizes of a frame are looked at when its callbacks have run. */
  const draw = (count: number) => {
    for (let drawn = 0; drawn < count; drawn++) {
      const due = frames;
      frames = new Map();
      for (const callback of due.values()) callback();
      if (!sheet.isConnected) onSize();
    }
  };
  /** Removes the sheet, which gives the focus back in the next frame if nothing else has it by then. */
  const close = () => {
    sheet.isConnected = false;
    page.activeElement = body;
    nextFrame(() => page.activeElement === body && opener.focus());
  };
  return { page, opener, sheet, draw, close, stop };
}

test('a sheet that is closed gives the focus back to what opened it, in whichever frame after its opening', () => {
  const lost: number[] = [];
  for (let open = 0; open <= 30; open++) {
    const { page, opener, sheet, draw, close, stop } = newPage();
    opener.focus();
    sheet.focus();
    draw(open);
    close();
    draw(60);
    if (page.activeElement !== opener) lost.push(open);
    stop();
  }
  expect(lost).toEqual([]);
});
