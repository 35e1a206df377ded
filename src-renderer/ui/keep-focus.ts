/** Marks what has the focus only because the element that had it is gone. */
export const STAND_IN = 'data-stand-in';

/** The element may be back in the next frame. */
const FRAMES = 2;
/** A closing menu or sheet gives the focus back itself, some frames later on a busy machine. */
const LAYER = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';
const LAYER_FRAMES = 20;

/**
 * Keeps the focus where somebody works when the element that has it goes away or is disabled, as the button of an act
 * often is: the next key would go nowhere, and Tab would begin at the top of the page. What was around it takes the focus,
 * and a disabled element has it again as soon as it can.
 * @returns stops it
 */
export function keepFocus(): () => void {
  let held: HTMLElement | null = null;
  let around: HTMLElement[] = [];
  /** What has the focus in its place; null: nothing. */
  let standIn: HTMLElement | null = null;
  let frames = FRAMES;
  let frame = 0;
  /** Whether the held element was there when these frames began. */
  let wasThere = false;
  const restore = () => {
    const now = document.activeElement;
    if (!held || (now !== document.body && now !== standIn)) return;
    // It went just now, and a closing layer has all of its frames still to come.
    if (wasThere && !held.isConnected) return watch();
    const isBack = held.isConnected && !held.matches(':disabled');
    if (isBack && held.localName === 'button') held.focus({ preventScroll: true });
    else if (!isBack && now === document.body) standIn = takeFocus(around);
  };
  const later = (left: number) => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => (left > 1 ? later(left - 1) : restore()));
  };
  const watch = () => {
    wasThere = held?.isConnected === true;
    later(frames);
  };
  // An element without a box is gone; that costs nothing while it stays, unlike watching the whole page.
  const size = new ResizeObserver(watch);
  const state = new MutationObserver(watch);
  const hold = (element: HTMLElement | null) => {
    size.disconnect();
    state.disconnect();
    held = element;
    if (!element) return;
    around = ancestorsOf(element);
    frames = element.closest(LAYER) ? LAYER_FRAMES : FRAMES;
    size.observe(element);
    // A field that is disabled while it saves is left to its group, which chooses by the focus.
    if (element.localName === 'button') state.observe(element, { attributeFilter: ['disabled'] });
  };
  const onFocusIn = ({ target }: FocusEvent) => target !== standIn && hold(target as HTMLElement);
  // Somebody who clicks beside everything wants nothing to have the focus.
  const onPointerUp = () => document.activeElement === document.body && hold(null);
  addEventListener('focusin', onFocusIn);
  addEventListener('pointerup', onPointerUp);
  return () => {
    hold(null);
    cancelAnimationFrame(frame);
    removeEventListener('focusin', onFocusIn);
    removeEventListener('pointerup', onPointerUp);
  };
}

/** From the inside out, without the body. */
function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const parent = element.parentElement;
  return parent && parent !== document.body ? [parent, ...ancestorsOf(parent)] : [];
}

/** Focuses the innermost of them that is still there, otherwise the screen. */
function takeFocus(around: readonly HTMLElement[]): HTMLElement | null {
  const place = around.find((element) => element.isConnected && element.getClientRects().length > 0);
  const taker = place ?? document.querySelector('main');
  if (!taker) return null;
  const isReady = taker.hasAttribute('tabindex');
  if (!isReady) taker.tabIndex = -1;
  taker.setAttribute(STAND_IN, '');
  const end = () => {
    if (!isReady) taker.removeAttribute('tabindex');
    taker.removeAttribute(STAND_IN);
  };
  taker.addEventListener('blur', end, { once: true });
  taker.focus({ preventScroll: true });
  return taker;
}
