import { describe, expect, test } from 'vitest';
import { editedTexts } from '../../../src-renderer/admin/data/portal-texts/edited-texts';
import {
  languageName,
  suggestedLanguages,
  tagOf,
} from '../../../src-renderer/admin/features/settings/portal-texts/language-names';
import {
  foundTexts,
  listedTexts,
  readTextFile,
  textFile,
} from '../../../src-renderer/admin/features/settings/portal-texts/text-list';
import {
  argumentsOf,
  samplesOf,
} from '../../../src-renderer/admin/features/settings/portal-texts/text-sample';
import { saveChanges } from '../../../src-renderer/shared/forms/save-changes';

const SHIPPED = {
  en: { 'a.title': 'Endpoints', 'a.count': '{count, plural, one {# event} other {# events}}' },
  de: { 'a.title': 'Endpunkte', 'a.count': '{count, plural, one {# Event} other {# Events}}' },
};
const ALL = { search: '', isShown: () => true };

describe('the list of texts', () => {
  test('shows what ships in the language or in the one that it is a variant of, and German beside other languages', () => {
    const first = (language: string) => listedTexts(SHIPPED, language)[0];
    expect(first('en')).toEqual({
      path: 'a.title',
      english: 'Endpoints',
      shipped: 'Endpoints',
      german: null,
    });
    expect(first('de-AT')).toEqual({
      path: 'a.title',
      english: 'Endpoints',
      shipped: 'Endpunkte',
      german: null,
    });
    expect(first('fr')).toEqual({
      path: 'a.title',
      english: 'Endpoints',
      shipped: null,
      german: 'Endpunkte',
    });
    expect(first('constructor')?.shipped).toBeNull();
  });

  test('is searched by path, English and own text, by all words in any order', () => {
    const texts = listedTexts(SHIPPED, 'fr');
    const found = (search: string) =>
      foundTexts(texts, { 'a.title': 'Points de terminaison' }, { ...ALL, search }).map(({ path }) => path);
    expect(found('')).toEqual(['a.title', 'a.count']);
    expect(found('A.COUNT')).toEqual(['a.count']);
    expect(found('terminaison points')).toEqual(['a.title']);
    expect(found('events one')).toEqual(['a.count']);
    expect(found('nothing')).toEqual([]);
  });

  test('goes into a file with every path, and comes back without what is empty or as it ships', () => {
    const french = listedTexts(SHIPPED, 'fr');
    const file = textFile(french, { 'a.title': 'Vos endpoints' });
    expect(JSON.parse(file)).toEqual({ 'a.title': 'Vos endpoints', 'a.count': '' });
    expect(readTextFile(file, french)).toEqual({
      texts: { 'a.title': 'Vos endpoints', 'a.count': '' },
      unknown: [],
    });
    const english = listedTexts(SHIPPED, 'en');
    expect(readTextFile(textFile(english, { 'a.title': 'Hooks' }), english)).toEqual({
      texts: { 'a.title': 'Hooks', 'a.count': '' },
      unknown: [],
    });
  });

  test('names what a file has that there is not, and says why another one is none', () => {
    const texts = listedTexts(SHIPPED, 'fr');
    expect(readTextFile('{"a.title":"x","b.title":"y","__proto__":"z"}', texts)).toEqual({
      texts: { 'a.title': 'x' },
      unknown: ['b.title', '__proto__'],
    });
    expect(readTextFile('{"a.title":5}', texts)).toBe('The value of a.title must be a text.');
    for (const content of ['', '[]', 'null', '"x"', '{']) {
      expect(readTextFile(content, texts), content).toMatch(/JSON object/);
    }
  });
});

describe('a language', () => {
  test('is named in English, and typed as a tag or chosen by its name', () => {
    expect([languageName('fr'), languageName('pt-BR')]).toEqual(['French', 'Portuguese (Brazil)']);
    expect(suggestedLanguages(['fr'])).not.toContain('French, fr');
    expect(suggestedLanguages([])).toContain('French, fr');
    expect(['French, fr', 'french', 'PT-br', ' it '].map(tagOf)).toEqual(['fr', 'fr', 'pt-BR', 'it']);
    for (const typed of ['', 'Klingon', 'de-u-co-phonebk', 'no_tag', 'x'.repeat(99)]) {
      expect(tagOf(typed), typed).toBeNull();
    }
  });
});

describe('a sample of a text', () => {
  test('reads with one example for each plural form, and names what is a text', () => {
    expect(samplesOf(SHIPPED.en['a.count'], 'en')).toEqual(['1 event', '3 events']);
    const polish = '{count, plural, one {# plik} few {# pliki} other {# plików}}';
    expect(samplesOf(polish, 'pl')).toEqual(['1 plik', '3 pliki', '5 plików']);
    expect(samplesOf('{count} 件', 'ja')).toEqual(['‹count› 件']);
    expect(samplesOf('{count, number} 件', 'ja')).toEqual(['1 件', '3 件']);
    expect(samplesOf('Hello {name}', 'en')).toEqual(['Hello ‹name›']);
    expect(samplesOf('Endpoints', 'en')).toEqual([]);
  });

  test('comes with the arguments that a text has', () => {
    expect(argumentsOf('{a, plural, other {{b}}} {c, select, x {} other {{d, number}}}')).toEqual([
      '{a}',
      '{b}',
      '{c}',
      '{d}',
    ]);
  });
});

describe('saving some texts of a language', () => {
  const stored = (texts: Record<string, string>) => {
    const written: unknown[] = [];
    const api = {
      callText: async (name: string, input: unknown, options?: unknown) => {
        if (name.startsWith('PUT')) written.push([input, options]);
        return { text: JSON.stringify({ language: 'fr', texts }), tag: '"1"' };
      },
    };
    return { written, thing: editedTexts(api as never, 'fr', Object.keys(SHIPPED.en)) };
  };
  const body = (texts: object) => ({ path: { language: 'fr' }, body: { texts } });

  test('keeps what somebody else has changed meanwhile, and asks about the same text', async () => {
    const { written, thing } = stored({ 'a.title': 'Titre', 'a.count': 'autre' });
    await saveChanges(thing, { opened: { 'a.title': 'Titre' }, mine: { 'a.title': 'Vos endpoints' } });
    expect(written).toEqual([[body({ 'a.title': 'Vos endpoints', 'a.count': 'autre' }), { ifMatch: '"1"' }]]);
    const both = saveChanges(thing, { opened: {}, mine: { 'a.title': 'Vos endpoints' } });
    await expect(both).rejects.toMatchObject({ conflicts: [{ name: 'a.title', theirs: 'Titre' }] });
  });

  test('takes a text away that was reset, and begins a language that has none', async () => {
    const reset = stored({ 'a.title': 'Titre', 'a.count': 'autre' });
    await saveChanges(reset.thing, { opened: { 'a.title': 'Titre' }, mine: {} });
    expect(reset.written).toEqual([[body({ 'a.count': 'autre' }), { ifMatch: '"1"' }]]);
    const first = stored({});
    await saveChanges(first.thing, { opened: {}, mine: { 'a.title': 'Titre' } });
    expect(first.written).toEqual([[body({ 'a.title': 'Titre' }), { ifMatch: '"1"' }]]);
  });
});
