import { browserStorage, keepInBrowser } from '../../ui/browser-storage';
import { type SnippetLanguage, snippetLanguage } from './snippet-language';

const STORAGE_KEY = 'posthorn.snippet-language';

/** The language in which this person copied code last, on any page of this browser; null: in none yet. */
export function rememberedLanguage(): SnippetLanguage | null {
  return snippetLanguage(browserStorage().getItem(STORAGE_KEY));
}

/** A page framed by another site may be refused storage: the choice then lasts as long as the page. */
export function rememberLanguage(language: SnippetLanguage): void {
  keepInBrowser(STORAGE_KEY, language);
}
