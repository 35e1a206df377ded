import { expect, it } from 'vitest';
import { icu } from '../../../src-server/contract/portal-texts/icu';
import { compileTexts } from '../../../src-server/portal-texts/compile-texts';

const TEXTS = {
  title: 'Endpoints',
  deep: { sum: icu<'count'>('{count, plural, one {# endpoint} other {# endpoints}}') },
};
const sender = (own: Readonly<Record<string, string>>) => [
  { locale: 'de', text: (path: string) => own[path] },
];

it('texts without arguments are strings, those with arguments take them by name', () => {
  const texts = compileTexts(TEXTS, 'en-GB');
  expect(texts.title).toBe('Endpoints');
  expect(texts.deep.sum({ count: 1 })).toBe('1 endpoint');
  expect(texts.deep.sum({ count: 1200 })).toBe('1,200 endpoints');
});

it('a text of another source takes the place of the English one, with the numbers of its locale', () => {
  const texts = compileTexts(
    TEXTS,
    'en-GB',
    sender({ title: "'{Ziele}'", 'deep.sum': '{count, number} Ziele' }),
  );
  expect(texts.title).toBe('{Ziele}');
  expect(texts.deep.sum({ count: 1200 })).toBe('1.200 Ziele');
});

it('a text that cannot be formatted gives way to the next source, and at last to the English', () => {
  const broken = sender({ title: '{', 'deep.sum': '{missing} Ziele' });
  const texts = compileTexts(TEXTS, 'en-GB', [...broken, ...sender({ 'deep.sum': '# {count}' })]);
  expect(texts.title).toBe('Endpoints');
  expect(texts.deep.sum({ count: 3 })).toBe('# 3');
  expect(compileTexts(TEXTS, 'en-GB', broken).deep.sum({ count: 3 })).toBe('3 endpoints');
});
