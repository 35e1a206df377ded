import { ORDER_TEXTS } from '../../../src-server/contract/portal-texts/english/form';
import { inEnglish } from '../../../src-server/portal-texts/in-english';

/** The texts of the order of an endpoint, in English. */
export const ORDER_WORDS = inEnglish(ORDER_TEXTS);

/** Those texts, in the words of a page. */
export type OrderWords = typeof ORDER_WORDS;
