import { POLLING_FIELD_TEXTS } from '../../../src-server/contract/portal-texts/english/form';
import { inEnglish } from '../../../src-server/portal-texts/in-english';

/** The texts of the fields that only a polling endpoint has, in English. */
export const POLLING_FIELD_WORDS = inEnglish(POLLING_FIELD_TEXTS);

/** Those texts, in the words of a page. */
export type PollingFieldWords = typeof POLLING_FIELD_WORDS;
