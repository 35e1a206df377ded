import { FILTER_TEXTS } from '../../../src-server/contract/portal-texts/english/form';
import { inEnglish } from '../../../src-server/portal-texts/in-english';

/** All texts about the filter of an endpoint, in English. */
export const FILTER_WORDS = inEnglish(FILTER_TEXTS);

/** Those texts, in the words of a page. */
export type FilterWords = typeof FILTER_WORDS;
