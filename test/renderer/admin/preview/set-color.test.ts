import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Colours closer than this are easily taken for each other; 0.02 is just noticeable (OKLab). */
const APART = 0.12;
const SETS_APART = 0.05;

describe.each(['light', 'dark'] as const)('the colors of flag sets in %s', (theme) => {
  const flags = colors('src-renderer/ui/tokens.css', /--flag-(\w+): light-dark\((.*)\);/g, theme);
  const sets = colors(
    'src-renderer/shared/preview-frames/set-color.module.css',
    /\.(\w+) \{\s*--hue: light-dark\((.*)\);/g,
    theme,
  );

  it(`colors of flag sets differ from those of flags and from each other in ${theme}`, () => {
    expect([flags.size, sets.size]).toEqual([8, 8]);
    for (const [name, own] of sets) {
      for (const [flag, other] of flags)
        expect(distance(own, other), `set ${name}, flag ${flag}`).toBeGreaterThan(APART);
      for (const [set, other] of sets)
        if (set !== name) expect(distance(own, other), `sets ${name}, ${set}`).toBeGreaterThan(SETS_APART);
    }
  });
});

type Color = readonly [lightness: number, a: number, b: number];

function colors(file: string, rule: RegExp, theme: 'light' | 'dark'): ReadonlyMap<string, Color> {
  const css = readFileSync(resolve(import.meta.dirname, '../../../..', file), 'utf8');
  return new Map(
    [...css.matchAll(rule)].map(([, name = '', pair = '']) => {
      const both = [...pair.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)];
      const [, lightness, chroma, hue] = (both[theme === 'light' ? 0 : 1] ?? []).map(Number);
      const angle = ((hue ?? 0) * Math.PI) / 180;
      return [name, [lightness ?? 0, (chroma ?? 0) * Math.cos(angle), (chroma ?? 0) * Math.sin(angle)]];
    }),
  );
}

function distance(color: Color, other: Color): number {
  return Math.hypot(color[0] - other[0], color[1] - other[1], color[2] - other[2]);
}
