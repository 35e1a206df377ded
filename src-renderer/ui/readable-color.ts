/** Red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number];

/** Steps from a color to black or white; too small to notice. */
const STEPS = 64;

/**
 * The color itself if it is readable on every background, otherwise the nearest step towards black or white that is; if
 * none is, the one that comes closest.
 * @param color and grounds `#rrggbb`
 * @param ratio contrast as WCAG computes it: 4.5 for text
 */
export function readableColor(color: string, grounds: readonly string[], ratio: number): string {
  const worst = (tried: Rgb) => Math.min(...grounds.map((ground) => contrast(tried, parse(ground))));
  const start = parse(color);
  let best = start;
  for (let step = 0; step <= STEPS; step++) {
    for (const end of [0, 255]) {
      const next = mix(start, [end, end, end], step / STEPS);
      if (worst(next) >= ratio) return format(next);
      if (worst(next) > worst(best)) best = next;
    }
  }
  return format(best);
}

/**
 * The color itself if our texts are readable on it, otherwise the nearest one that is light, or dark, enough: every
 * color of ours then keeps its contrast, whatever the sender chose.
 */
export function readableGround(color: string, mode: 'light' | 'dark'): string {
  const start = parse(color);
  const end = mode === 'light' ? 255 : 0;
  for (let step = 0; step <= STEPS; step++) {
    const next = mix(start, [end, end, end], step / STEPS);
    const fits = mode === 'light' ? luminance(next) >= LIGHT_ENOUGH : luminance(next) <= DARK_ENOUGH;
    if (fits) return format(next);
  }
  return format([end, end, end]);
}

/** On these backgrounds the faintest text of ui/tokens.css still has 4.5 : 1. */
const LIGHT_ENOUGH = 0.82;
const DARK_ENOUGH = 0.032;

/** Black or white, whichever is more readable on a background. */
export function inkOn(ground: string): '#000000' | '#ffffff' {
  const rgb = parse(ground);
  return contrast([0, 0, 0], rgb) >= contrast([255, 255, 255], rgb) ? '#000000' : '#ffffff';
}

/** Contrast of two colors, 1 to 21. */
export function contrastOf(a: string, b: string): number {
  return contrast(parse(a), parse(b));
}

function contrast(a: Rgb, b: Rgb): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function mix(from: Rgb, to: Rgb, part: number): Rgb {
  const at = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * part);
  return [at(0), at(1), at(2)];
}

function parse(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function format(rgb: Rgb): string {
  return `#${rgb.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
