import { AGAIN_TEXTS } from '../../../src-server/contract/portal-texts/english/again';
import { inEnglish } from '../../../src-server/portal-texts/in-english';

/** The texts of the sheet that sends messages again, in English. */
export const AGAIN_LABELS = inEnglish(AGAIN_TEXTS);

/** Those texts, in the words of a page. */
export type AgainLabels = typeof AGAIN_LABELS;
