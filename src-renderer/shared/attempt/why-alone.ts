import { capitalize } from '../../ui/capitalize';

/** What a filter speaks of, as in "payload.amount is 80". */
const NAME = /^(?:payload|eventType|eventId|channels|tags)\b/;

/**
 * The reason of an explanation as a sentence of its own, for where its state is shown already. A name that it begins with
 * keeps its small letter.
 */
export function whyAlone(sentence: string): string {
  const why = sentence.replace(/^(?:not sent|removed): /, '');
  return `${NAME.test(why) ? why : capitalize(why)}.`;
}
