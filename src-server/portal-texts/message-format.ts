import { IntlMessageFormat } from 'intl-messageformat';

/** What is made once for each language and way to write a number, since making one is slow. */
const numbers = new Map<string, Intl.NumberFormat>();
const plurals = new Map<string, Intl.PluralRules>();

/** Far more than a portal writes in; whoever words it may write numbers in any number of ways. */
const KEPT_MAX = 200;

function kept<Made>(made: Map<string, Made>, args: readonly unknown[], make: () => Made): Made {
  const key = JSON.stringify(args);
  const known = made.get(key);
  if (known) return known;
  const created = make();
  if (made.size >= KEPT_MAX) made.clear();
  made.set(key, created);
  return created;
}

const formatters = {
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) =>
    kept(numbers, args, () => new Intl.NumberFormat(...args)),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) =>
    kept(plurals, args, () => new Intl.PluralRules(...args)),
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...args),
} as NonNullable<ConstructorParameters<typeof IntlMessageFormat>[3]>['formatters'];

/** A text of ICU, ready to be filled in. What looks like a tag is text. @throws SyntaxError for anything else */
export function messageFormat(text: string, locale: string): IntlMessageFormat {
  return new IntlMessageFormat(text, locale, undefined, {
    ignoreTag: true,
    ...(formatters && { formatters }),
  });
}
