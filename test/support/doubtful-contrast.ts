/** A part of the page, and what is left out of it: selectors. */
export interface LookedAt {
  readonly part: string | undefined;
  readonly leftOut: readonly string[];
}

/** The attribute that `markDoubtful` sets. */
export const DOUBTFUL = 'data-doubtful-contrast';

/**
 * Marks each text whose contrast is below 4.5 : 1 or not easily told, and returns how many there are. axe takes ten
 * times as long to find that the contrast of all others is good. Its own judgement is needed where the text is faded, or
 * its ground is an image or belongs to something that is no ancestor. Runs in the page.
 */
export function markDoubtful({ part, leftOut }: LookedAt): number {
  /** Slightly more than what is asked for: colors of axe are rounded in other ways. */
  const CLEAR = 4.6;
  for (const element of document.querySelectorAll('[data-doubtful-contrast]'))
    element.removeAttribute('data-doubtful-contrast');
  const paper = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!paper) throw new Error('There is no canvas.');
  type Color = readonly [red: number, green: number, blue: number, alpha: number];
  const colors = new Map<string, Color>();
  const colorOf = (text: string): Color => {
    const known = colors.get(text);
    if (known) return known;
    paper.clearRect(0, 0, 1, 1);
    paper.fillStyle = text;
    paper.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = paper.getImageData(0, 0, 1, 1).data;
    const color: Color = [red, green, blue, alpha / 255];
    colors.set(text, color);
    return color;
  };
  const over = ([r, g, b, alpha]: Color, [r2, g2, b2]: Color): Color => {
    const mix = (upper: number, lower: number) => upper * alpha + lower * (1 - alpha);
    return [mix(r, r2), mix(g, g2), mix(b, b2), 1];
  };
  const luminance = (color: Color) => {
    const [r = 0, g = 0, b = 0] = color
      .slice(0, 3)
      .map((value) =>
        value <= 0.04045 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (color: Color, other: Color) => {
    const [dark = 0, light = 0] = [luminance(color), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  /** What is behind the content of an element, and where it begins; null: not easily told. */
  interface Ground {
    readonly color: Color;
    readonly of: Element;
  }
  const grounds = new Map<Element | null, Ground | null>([[null, null]]);
  const groundOf = (element: Element | null): Ground | null => {
    const known = grounds.get(element);
    if (known !== undefined || !element) return known ?? null;
    const style = getComputedStyle(element);
    const own = colorOf(style.backgroundColor);
    const behind = groundOf(element.parentElement);
    const isPlain =
      style.opacity === '1' &&
      style.filter === 'none' &&
      style.mixBlendMode === 'normal' &&
      style.backgroundImage === 'none' &&
      // What fades an ancestor fades this too.
      (behind !== null || element === document.documentElement);
    let found: Ground | null = null;
    if (isPlain && own[3] === 1) found = { color: own, of: element };
    else if (isPlain && behind) found = { color: over(own, behind.color), of: behind.of };
    grounds.set(element, found);
    return found;
  };
  /** Whether nothing but its ancestors is between a text and the ground of these, at the middle of its first line. */
  const isOnGround = (element: Element, ground: Ground) => {
    const [line] = element.getClientRects();
    if (!line) return true;
    const stack = document.elementsFromPoint(line.x + line.width / 2, line.y + line.height / 2);
    const at = stack.indexOf(element);
    // Not in the window, or not for a pointer.
    if (at < 0) return true;
    const end = stack.indexOf(ground.of);
    return stack
      .slice(at, end < 0 ? undefined : end)
      .every((layer) => layer.contains(element) || colorOf(getComputedStyle(layer).backgroundColor)[3] === 0);
  };
  const isClear = (element: Element) => {
    const ground = groundOf(element);
    const { color, textShadow } = getComputedStyle(element);
    if (!ground || textShadow !== 'none') return false;
    return contrast(over(colorOf(color), ground.color), ground.color) > CLEAR && isOnGround(element, ground);
  };
  const root = part === undefined ? document.body : document.querySelector(part);
  if (!root) return 0;
  const texts = new Set<Element>(root.querySelectorAll('input, select, textarea'));
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode())
    if (node.parentElement && node.nodeValue?.trim()) texts.add(node.parentElement);
  const skipped = ['[inert]', ':disabled', '[aria-disabled=true]', 'script', 'style', ...leftOut].join();
  let count = 0;
  for (const element of texts) {
    if (element.closest(skipped) || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (isClear(element)) continue;
    element.setAttribute('data-doubtful-contrast', '');
    count += 1;
  }
  return count;
}
