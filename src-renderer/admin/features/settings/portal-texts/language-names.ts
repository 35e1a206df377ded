/** Languages that are suggested; any other can be typed as a tag. */
const SUGGESTED = [
  ...['ar', 'bg', 'ca', 'cs', 'da', 'de-AT', 'de-CH', 'el', 'en-GB', 'en-US', 'es', 'es-MX', 'et', 'fi'],
  ...['fr', 'fr-CA', 'he', 'hi', 'hr', 'hu', 'id', 'it', 'ja', 'ko', 'lt', 'lv', 'nb', 'nl', 'pl', 'pt-BR'],
  ...['pt-PT', 'ro', 'ru', 'sk', 'sl', 'sr', 'sv', 'th', 'tr', 'uk', 'vi', 'zh-Hans', 'zh-Hant'],
];

/** The name of a language: "French", "Portuguese (Brazil)". An unknown one is called by its tag. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Suggestions, by name: "French, fr". */
export function suggestedLanguages(taken: readonly string[]): readonly string[] {
  return SUGGESTED.filter((tag) => !taken.includes(tag))
    .map((tag) => `${languageName(tag)}, ${tag}`)
    .sort((a, b) => a.localeCompare(b, 'en'));
}

/** No longer than anybody needs, and of a language that has a code: the server takes no other. */
const TAG = /^[a-z]{2,3}(-[a-z0-9]{1,8}){0,4}$/i;

/** The canonical tag of what was typed: a tag, a name, or both as in a suggestion. Null: it is none of these. */
export function tagOf(typed: string): string | null {
  const text = typed.split(',').at(-1)?.trim() ?? '';
  const named = SUGGESTED.find((tag) => languageName(tag).toLowerCase() === text.toLowerCase());
  if (named !== undefined) return named;
  try {
    const [tag] = TAG.test(text) ? Intl.getCanonicalLocales(text) : [];
    return tag !== undefined && tag === new Intl.Locale(tag).baseName ? tag : null;
  } catch {
    return null;
  }
}
