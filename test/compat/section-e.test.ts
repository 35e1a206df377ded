import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { BEHAVIOURS } from './section-e';

const COUNT = 70;

test('every behaviour of the list is here once', () => {
  expect(BEHAVIOURS.map(({ number }) => number)).toEqual(Array.from({ length: COUNT }, (_, n) => n + 1));
});

test.each(BEHAVIOURS)('$number: the tests of "$about" are there', ({ shown }) => {
  const titles = Object.entries(shown).flatMap(([file, list]) => list.map((title) => ({ file, title })));
  expect(titles.length).toBeGreaterThan(0);
  for (const { file, title } of titles) {
    const text = readFileSync(resolve(import.meta.dirname, '..', file), 'utf8');
    // As the title of a test: a string right after a bracket.
    const escaped = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const found = new RegExp(`\\(\\s*(['"\`])${escaped}\\1,`).test(text);
    expect([file, title, found]).toEqual([file, title, true]);
    expect([file, title, /\b(it|test|describe)\.(skip|todo)\b/.test(text)]).toEqual([file, title, false]);
  }
});
