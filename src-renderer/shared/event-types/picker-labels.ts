import { PICKER_TEXTS } from '../../../src-server/contract/portal-texts/english/picker';
import { inEnglish } from '../../../src-server/portal-texts/in-english';

/** All texts of the tree of event types, in English. */
export const PICKER_LABELS = inEnglish(PICKER_TEXTS);

/** Those texts, in the words of a page. */
export type PickerLabels = typeof PICKER_LABELS;
