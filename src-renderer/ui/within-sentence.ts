/** A label as it reads within a sentence: small, except in languages that write every noun with a capital. */
export function withinSentence(label: string, locale: string): string {
  return /^(?:de|lb)\b/.test(locale) ? label : label.toLocaleLowerCase(locale);
}
