import { messageFormat } from '../../../../../src-server/portal-texts/message-format';
import { textArguments } from '../../../../../src-server/portal-texts/text-arguments';

/** Of these, the first of each plural form is shown, and two in any case. */
const COUNTS = [1, 3, 5];

/** The arguments that a text has, as they stand in it: `{count}`. */
export function argumentsOf(text: string): readonly string[] {
  return [...textArguments(text).keys()].map((name) => `{${name}}`);
}

/**
 * How a text reads with example values, once for each plural form. Empty for one that reads as it stands.
 * @param text one without a fault
 */
export function samplesOf(text: string, locale: string): readonly string[] {
  const kinds = textArguments(text);
  if (kinds.size === 0) return [];
  const rules = new Intl.PluralRules(locale);
  const forms = COUNTS.map((count) => rules.select(count));
  const hasCount = [...kinds.values()].some((used) => used.has('number'));
  const counts = COUNTS.filter((count, at) => count === 3 || forms.indexOf(forms[at] ?? 'other') === at);
  const format = messageFormat(text, locale);
  return (hasCount ? counts : [1]).map((count) => {
    const values = [...kinds].map(([name, used]) => {
      if (used.has('number')) return [name, count] as const;
      return [name, used.has('choice') ? 'other' : `‹${name}›`] as const;
    });
    return String(format.format(Object.fromEntries(values)));
  });
}
