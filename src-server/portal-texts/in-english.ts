import type { TextTable } from '../contract/portal-texts/list-texts';
import { compileTexts } from './compile-texts';

/** The locale of pages that speak English alone: the day before the month, and hours from 0 to 23. */
export const ENGLISH_LOCALE = 'en-GB';

/** A table of texts for such a page. */
export function inEnglish<Texts extends TextTable>(texts: Texts) {
  return compileTexts(texts, ENGLISH_LOCALE);
}
