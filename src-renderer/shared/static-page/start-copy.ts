import styles from './static-page.module.css';

/** How long a button confirms that it has copied. */
const CONFIRM_MS = 2000;

/** Gives each block of code of the page a button that copies it. */
export function startCopy(page: Document): void {
  for (const block of page.querySelectorAll('figure')) copyButtonOn(block);
}

/** Gives one block of code its button. */
export function copyButtonOn(block: HTMLElement): void {
  const code = block.querySelector('pre');
  const what = block.querySelector('[role="group"]')?.getAttribute('aria-label') ?? '';
  if (!code) return;
  block.classList.add(String(styles.copied));
  block.append(copyButton(block.ownerDocument, code, what));
}

function copyButton(page: Document, code: HTMLElement, what: string): HTMLButtonElement {
  const button = page.createElement('button');
  button.type = 'button';
  button.className = String(styles.copy);
  const say = (word: string) => {
    button.textContent = word;
    button.setAttribute('aria-label', `${word}: ${what}`);
  };
  const confirm = (word: string) => {
    say(word);
    setTimeout(() => say('Copy'), CONFIRM_MS);
  };
  say('Copy');
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(code.textContent ?? '').then(
      () => confirm('Copied'),
      () => confirm('The browser blocked copying'),
    );
  });
  return button;
}
