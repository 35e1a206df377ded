import type { TextTable } from '../../../src-server/contract/portal-texts/list-texts';
import type { TextSource } from '../../../src-server/portal-texts/compile-texts';
import type { Reword } from '../../../src-server/portal-texts/rewording';
import { type ChosenLanguage, chooseLanguage } from './choose-language';

/** In which words the portal speaks. */
export interface Language extends ChosenLanguage {
  /** The texts of the sender, then those of the language. None: English. */
  readonly sources: readonly TextSource[];
  /** Says what the server says in English in the language; null: that is English. */
  readonly reword: Reword | null;
}

/** A language in which the sender has texts of its own. */
export interface OwnTexts {
  readonly language: string;
  /** Where this server has them, as a JSON object by path of the text, with those of the language below it. */
  readonly path: string;
}

export const ENGLISH: Language = { language: 'en', locale: 'en-GB', sources: [], reword: null };

/** The languages that ship besides English, each a file of its own. */
const SHIPPED: Readonly<Record<string, () => Promise<TextTable>>> = {
  de: () =>
    import('../../../src-server/contract/portal-texts/german-texts').then(({ GERMAN_TEXTS }) => GERMAN_TEXTS),
};

/**
 * The language of the reader with its texts. What cannot be read is left out: the portal speaks English then.
 * @param search of the address; its `lang` is asked for before what the browser says
 * @param own what the sender has of its own
 */
export async function readLanguage(
  search: string,
  wanted: readonly string[],
  own: readonly OwnTexts[] = [],
): Promise<Language> {
  const there = [...new Set(['en', ...Object.keys(SHIPPED), ...own.map(({ language }) => language)])];
  const chosen = chooseLanguage(new URLSearchParams(search).get('lang'), wanted, there);
  const { language, locale } = chosen;
  const [base = language] = language.split('-');
  const tags = [...new Set([language, base])];
  const readings = [
    ownTexts(own.find((each) => each.language === language)),
    ...tags.map((tag) => SHIPPED[tag]?.().then(textsOf)),
  ];
  const rewordServer = base === 'en' ? null : import('./reword-server');
  const texts = await Promise.all(readings.map((reading) => reading?.catch(() => undefined)));
  const sources = texts.flatMap((text) => (text ? [{ locale, text }] : []));
  const reword = await rewordServer?.then(
    (read) => read.rewordServer(locale, sources),
    // Each sentence stays as it was said, and is marked as English.
    () => () => null,
  );
  return { ...chosen, sources, reword: reword ?? null };
}

async function ownTexts(own: OwnTexts | undefined): Promise<TextSource['text'] | undefined> {
  if (!own) return undefined;
  const response = await fetch(own.path);
  if (!response.ok) return undefined;
  const texts = new Map(Object.entries((await response.json()) as Readonly<Record<string, string>>));
  return (path) => texts.get(path);
}

/** Looks a text up by its path. */
function textsOf(table: TextTable): TextSource['text'] {
  return (path) => {
    let at: string | TextTable | undefined = table;
    for (const name of path.split('.'))
      at = typeof at === 'object' && Object.hasOwn(at, name) ? at[name] : undefined;
    return typeof at === 'string' ? at : undefined;
  };
}
