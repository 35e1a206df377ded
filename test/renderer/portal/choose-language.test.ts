import { describe, expect, it } from 'vitest';
import { chooseLanguage, directionOf } from '../../../src-renderer/portal/language/choose-language';
import { readLanguage } from '../../../src-renderer/portal/language/read-language';

const THERE = ['en', 'de', 'pt-BR'];

describe('the language of a reader', () => {
  it.each([
    [['de-AT', 'en'], 'de', 'de-AT'],
    [['fr', 'de'], 'de', 'de'],
    [['de', 'de-CH'], 'de', 'de-CH'],
    [['en-US'], 'en', 'en-US'],
    [['pt-PT'], 'pt-BR', 'pt-PT'],
    [['fr-FR'], 'en', 'en-GB'],
    [['not a tag', 'de-DE'], 'de', 'de-DE'],
    [[], 'en', 'en-GB'],
  ])('who reads %j is %s, with dates of %s', (wanted, language, locale) =>
    expect(chooseLanguage(null, wanted, THERE)).toEqual({ language, locale }),
  );

  it('is the one that the link asks for, in the region of the reader', () => {
    expect(chooseLanguage('de', ['en-US', 'de-CH'], THERE)).toEqual({ language: 'de', locale: 'de-CH' });
    expect(chooseLanguage('en-GB', ['de-DE', 'en-US'], THERE)).toEqual({ language: 'en', locale: 'en-GB' });
    expect(chooseLanguage('xx', ['de-DE'], THERE)).toEqual({ language: 'de', locale: 'de-DE' });
  });

  it('is the one of their script, where there are several', () => {
    const there = ['en', 'zh-Hans', 'zh-Hant'];
    expect(chooseLanguage(null, ['zh-TW'], there).language).toBe('zh-Hant');
    expect(chooseLanguage(null, ['zh'], there).language).toBe('zh-Hans');
  });

  it('is written from right to left where it is Arabic, Hebrew or Persian', () => {
    expect(['ar-EG', 'he', 'fa'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl']);
    expect(directionOf('de')).toBe('ltr');
  });

  it('has its texts looked up by path, and English where there is none', async () => {
    const german = await readLanguage('?lang=de', []);
    expect(german.sources.map(({ text }) => text('endpoints.columns.health'))).toEqual(['Zustand']);
    expect(german.sources.map(({ text }) => text('endpoints.constructor.name'))).toEqual([undefined]);
    expect((await readLanguage('', ['fr'])).sources).toEqual([]);
  });
});
