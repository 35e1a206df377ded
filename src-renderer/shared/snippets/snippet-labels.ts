import { SNIPPET_TEXTS } from '../../../src-server/contract/portal-texts/english/snippets';
import { inEnglish } from '../../../src-server/portal-texts/in-english';

/** Texts around code to copy, in English. */
export const SNIPPET_LABELS = inEnglish(SNIPPET_TEXTS);

/** Those texts, in the words of a page. */
export type SnippetLabels = typeof SNIPPET_LABELS;
