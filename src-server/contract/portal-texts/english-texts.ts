import { SERVER_TEXTS } from './english/server';
import { PAGE_TEXTS } from './page-texts';

/**
 * All texts of the portal, in the format of ICU. A text has arguments exactly if it has a brace. From outside, a text is
 * named by its path: `endpoints.sum`. Another language is another table of this shape, and a sender may replace any text.
 */
export const ENGLISH_TEXTS = {
  ...PAGE_TEXTS,
  /** What the server says in English, to be found and worded in another language. A portal in English needs none of it. */
  server: SERVER_TEXTS,
};

export type PortalTexts = typeof ENGLISH_TEXTS;
