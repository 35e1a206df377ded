const formats = new Map<string, Intl.NumberFormat>();

/** A number in the way of a locale; the format of each is created once, because creating one is slow. */
export function numberOf(value: number, locale: string): string {
  const known = formats.get(locale) ?? new Intl.NumberFormat(locale);
  formats.set(locale, known);
  return known.format(value);
}
