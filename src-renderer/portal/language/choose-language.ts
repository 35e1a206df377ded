/** The language of the texts, and the locale of dates and numbers, both as BCP 47 tags. */
export interface ChosenLanguage {
  /** One of those that are there. */
  readonly language: string;
  /** With the region of the reader, such as `de-AT`, where it is of this language. */
  readonly locale: string;
}

/** Who reads none of the languages that are there. */
const FALLBACK: ChosenLanguage = { language: 'en', locale: 'en-GB' };

/**
 * The language for a reader: the first one wanted that is there, in this region or in another; else English.
 * @param requested what the link asks for (`?lang=de`), before all others; null: nothing
 * @param wanted what the browser says, the best first
 * @param there the languages that have texts
 */
export function chooseLanguage(
  requested: string | null,
  wanted: readonly string[],
  there: readonly string[],
): ChosenLanguage {
  const readers = [requested ?? '', ...wanted].flatMap((tag) => localeOf(tag) ?? []);
  for (const reader of readers) {
    const language =
      there.find((tag) => tag === reader.baseName) ??
      there.find((tag) => tag === reader.language) ??
      there.find((tag) => hasLanguageOf(tag, reader) && hasScriptOf(tag, reader)) ??
      there.find((tag) => hasLanguageOf(tag, reader));
    if (language === undefined) continue;
    const same = readers.find((other) => other.language === reader.language && other.region);
    return { language, locale: (reader.region ? reader : (same ?? reader)).baseName };
  }
  return FALLBACK;
}

const hasLanguageOf = (tag: string, reader: Intl.Locale) => localeOf(tag)?.language === reader.language;
/** Who reads Chinese of Taiwan reads another script than who reads it of China. */
const hasScriptOf = (tag: string, reader: Intl.Locale) =>
  localeOf(tag)?.maximize().script === reader.maximize().script;

/** Null: it is no tag. */
function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}

/** Languages that are written from right to left. Not every browser says so itself. */
const RIGHT_TO_LEFT = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(localeOf(language)?.language ?? '') ? 'rtl' : 'ltr';
}
