import type { Icu, TextValue } from '../contract/portal-texts/icu';
import type { TextTable } from '../contract/portal-texts/list-texts';
import { messageFormat } from './message-format';

/** A table of texts to use: one with arguments is a function of their values. */
export type Compiled<Texts> = {
  readonly [Name in keyof Texts]: Texts[Name] extends Icu<infer Argument>
    ? (values: Readonly<Record<Argument, TextValue>>) => string
    : Texts[Name] extends string
      ? string
      : Compiled<Texts[Name]>;
};

/** Texts of a language, or those of the sender by their paths, and the locale that they are written for. */
export interface TextSource {
  readonly locale: string;
  readonly text: (path: string) => string | undefined;
}

/**
 * The texts of a table, each from the first source that has it and can be formatted, at last from the table itself.
 * Nothing is parsed before it is shown, and a text that cannot be formatted falls back in silence: a page never fails
 * for a text.
 * @param locale of numbers, such as `de-AT`; what has plurals must be written for its language
 */
export function compileTexts<Texts extends TextTable>(
  texts: Texts,
  locale: string,
  sources: readonly TextSource[] = [],
): Compiled<Texts> {
  const table = (of: TextTable, prefix: string): object =>
    Object.fromEntries(
      Object.entries(of).map(([name, text]) => {
        const path = prefix + name;
        if (typeof text !== 'string') return [name, table(text, `${path}.`)];
        const own = sources.flatMap(({ locale, text }) => {
          const found = text(path);
          return found === undefined ? [] : [{ locale, text: found }];
        });
        const format = formatting([...own, { locale, text }]);
        return [name, text.includes('{') ? format : format({})];
      }),
    );
  return table(texts, '') as Compiled<Texts>;
}

type Formatting = (values: Readonly<Record<string, TextValue>>) => string;

/** Only what has a brace or two apostrophes reads otherwise than it is written. */
const SPECIAL = /\{|''|'\}/;

function formatting(candidates: readonly { readonly locale: string; readonly text: string }[]): Formatting {
  const [first, ...others] = candidates;
  if (!first) return () => '';
  if (!SPECIAL.test(first.text)) return () => first.text;
  let format: Formatting | null = null;
  return (values) => {
    try {
      format ??= formatOf(first.text, first.locale);
      return format(values);
    } catch {
      return formatting(others)(values);
    }
  };
}

function formatOf(text: string, locale: string): Formatting {
  const message = messageFormat(text, locale);
  return (values) => String(message.format(values));
}
