import { rememberedLanguage, rememberLanguage } from '../snippets/remembered-language';
import { snippetLanguage } from '../snippets/snippet-language';
import { SNIPPET_ATTRIBUTE } from './snippet-attribute';

/** Opens the code in the person's language, and remembers the one that is opened. */
export function startSnippets(page: Document): void {
  const language = rememberedLanguage();
  for (const part of page.querySelectorAll<HTMLDetailsElement>(`[${SNIPPET_ATTRIBUTE}]`)) {
    const own = snippetLanguage(part.getAttribute(SNIPPET_ATTRIBUTE));
    if (language !== null) part.open = own === language;
    part.addEventListener('toggle', () => {
      if (part.open && own !== null) rememberLanguage(own);
    });
  }
}
