import { SNIPPET_ATTRIBUTE } from '../shared/static-page/snippet-attribute';

/** The address in the code. The pages are made at build time; the script puts the server's own in its place. */
export const SNIPPET_ORIGIN = 'http://127.0.0.1:8071';

/** Puts the address of this server into the code of the page. */
export function setSnippetOrigin(page: Document, origin: string): void {
  for (const code of page.querySelectorAll(`[${SNIPPET_ATTRIBUTE}] pre`)) {
    const texts = page.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      text.nodeValue = (text.nodeValue ?? '').replaceAll(SNIPPET_ORIGIN, origin);
    }
  }
}
