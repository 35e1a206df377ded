import { POLLING_TEXTS } from '../../../src-server/contract/portal-texts/english/polling';
import { inEnglish } from '../../../src-server/portal-texts/in-english';

/** All texts about polling endpoints, in English. */
export const POLLING_WORDS = inEnglish(POLLING_TEXTS);

/** Those texts, in the words of a page. */
export type PollingWords = typeof POLLING_WORDS;
