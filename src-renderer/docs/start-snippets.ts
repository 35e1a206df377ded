import { rememberedLanguage, rememberLanguage } from '../shared/snippets/remembered-language';
import { snippetLanguage } from '../shared/snippets/snippet-language';
import styles from './docs.module.css';
import { SNIPPET_ATTRIBUTE, SNIPPET_ORIGIN } from './snippet-attribute';

/** How long a button confirms that it has copied. */
const CONFIRM_MS = 2000;

/** Puts this server's address into the code, opens the person's language, and adds a button that copies. */
export function startSnippets(page: Document, origin: string): void {
  const language = rememberedLanguage();
  for (const part of page.querySelectorAll<HTMLDetailsElement>(`[${SNIPPET_ATTRIBUTE}]`)) {
    const own = snippetLanguage(part.getAttribute(SNIPPET_ATTRIBUTE));
    part.open = own === language;
    part.addEventListener('toggle', () => {
      if (part.open) rememberLanguage(own);
    });
    const code = part.querySelector('pre');
    if (!code) continue;
    replaceText(page, code, SNIPPET_ORIGIN, origin);
    part.querySelector('summary')?.after(copyButton(page, code));
  }
}

function replaceText(page: Document, parent: Node, from: string, to: string): void {
  const texts = page.createTreeWalker(parent, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    text.nodeValue = (text.nodeValue ?? '').replaceAll(from, to);
  }
}

function copyButton(page: Document, code: HTMLElement): HTMLButtonElement {
  const button = page.createElement('button');
  button.type = 'button';
  button.className = String(styles.copy);
  button.textContent = 'Copy';
  button.addEventListener('click', () => {
    const say = (word: string) => {
      button.textContent = word;
      setTimeout(() => {
        button.textContent = 'Copy';
      }, CONFIRM_MS);
    };
    navigator.clipboard.writeText(code.textContent ?? '').then(
      () => say('Copied'),
      () => say('The browser blocked copying'),
    );
  });
  return button;
}
