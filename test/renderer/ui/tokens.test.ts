import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

type Theme = 'light' | 'dark';

const css = readFileSync(resolve(import.meta.dirname, '../../../src-renderer/ui/tokens.css'), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--([\w-]+):\s*light-dark\(\s*oklch\(([^)]*)\),\s*oklch\(([^)]*)\)\s*\);/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);

const SURFACES = ['bg', 'surface', 'sunken', 'raised', 'hover', 'selected'];
const STATES = ['delivered', 'waiting', 'failed', 'in-flight'];
const FLAGS = ['amber', 'lime', 'green', 'teal', 'sky', 'indigo', 'violet', 'rose'].map(
  (hue) => `flag-${hue}`,
);
const JSON_COLORS = ['json-key', 'json-string', 'json-number', 'json-word'];

describe.each<Theme>(['light', 'dark'])('the color tokens in %s', (theme) => {
  const pairs: [string, string, number][] = [
    ...SURFACES.flatMap((ground): [string, string, number][] => [
      ['text', ground, 7],
      ['muted', ground, 4.5],
    ]),
    ...['bg', 'surface', 'raised'].flatMap((ground): [string, string, number][] =>
      ['accent', ...STATES, ...FLAGS].map((ink) => [ink, ground, 4.5]),
    ),
    ...STATES.map((state): [string, string, number] => [state, `${state}-tint`, 4.5]),
    ...STATES.map((state): [string, string, number] => ['text', `${state}-tint`, 7]),
    ...STATES.flatMap((state): [string, string, number][] => [
      [state, 'selected', 4.5],
      [state, 'hover', 4.5],
    ]),
    ...JSON_COLORS.flatMap((ink): [string, string, number][] => [
      [ink, 'sunken', 4.5],
      [ink, 'surface', 4.5],
    ]),
    ...FLAGS.map((flag): [string, string, number] => ['on-ink', flag, 4.5]),
    ['on-ink', 'text', 7],
    ['control-border', 'bg', 3],
    ['control-border', 'surface', 3],
    ['control-border', 'raised', 3],
    ['accent', 'hover', 3],
  ];

  it.each(pairs)(`in ${theme}, %s on %s has a contrast of at least %f to 1`, (ink, ground, least) => {
    expect(contrast(colorOf(ink, theme), colorOf(ground, theme))).toBeGreaterThanOrEqual(least);
  });
});

describe('the contrast measure', () => {
  it('the contrast of black on white is 21, and of a color on itself 1', () => {
    expect(contrast(toLinear('0 0 0'), toLinear('1 0 0'))).toBeCloseTo(21, 1);
    expect(contrast(toLinear('0.5 0.1 30'), toLinear('0.5 0.1 30'))).toBe(1);
  });

  it('the contrast of every color token of the style sheet is measured', () => {
    // A colour that the expression above does not match would never be measured.
    const written = [...css.matchAll(/^ {2}--[\w-]+: light-dark\(/gm)].length;
    expect(tokens.size).toBe(written);
    expect(tokens.size).toBeGreaterThan(30);
  });
});

function colorOf(name: string, theme: Theme): readonly number[] {
  const token = tokens.get(name);
  if (!token) throw new Error(`There is no token --${name}`);
  return toLinear(token[theme]);
}

/** OKLCH "L C H" to linear sRGB, clipped to the gamut of a screen (Ottosson's matrices). */
function toLinear(text: string): readonly number[] {
  const [lightness = 0, chroma = 0, hue = 0] = text.split('/')[0]?.trim().split(/\s+/).map(Number) ?? [];
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((channel) => Math.min(1, Math.max(0, channel)));
}

/** WCAG 2's contrast ratio of two colours in linear sRGB. */
function contrast(color: readonly number[], other: readonly number[]): number {
  const luminance = ([r = 0, g = 0, b = 0]: readonly number[]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const [low = 0, high = 0] = [luminance(color), luminance(other)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}
