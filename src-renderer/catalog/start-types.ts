import { declarationsOf } from '../shared/event-types/declarations-of';
import code from '../ui/code-block.module.css';

/** On a link to the types of all event types: the event type whose declarations are shown in its place. */
export const TYPES_ATTRIBUTE = 'data-types';

/**
 * Shows the declarations of an event type once somebody opens them: on every page, they would be a fifth of the catalog.
 * Where the file of all cannot be read, such as from disk, the link to it stays.
 * @param onShown gets each new block of code
 */
export function startTypes(page: Document, onShown: (block: HTMLElement) => void): void {
  for (const link of page.querySelectorAll<HTMLAnchorElement>(`[${TYPES_ATTRIBUTE}]`)) {
    const name = link.getAttribute(TYPES_ATTRIBUTE) ?? '';
    const view = link.closest('details');
    view?.addEventListener('toggle', async () => {
      if (!view.open || !link.isConnected) return;
      const all = await textOf(link.href);
      const text = all === null ? null : declarationsOf(name, all);
      if (text === null || !link.isConnected) return;
      const block = toBlock(page, `Types of ${name}`, text);
      link.parentElement?.replaceWith(block);
      onShown(block);
    });
  }
}

/** Null: it cannot be read, this time. */
async function textOf(address: string): Promise<string | null> {
  try {
    const response = await fetch(address);
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

/** As `ExampleBlock` makes it. */
function toBlock(page: Document, label: string, text: string): HTMLElement {
  const block = page.createElement('figure');
  block.className = String(code.block);
  const frame = page.createElement('div');
  frame.className = String(code.scroll);
  frame.tabIndex = 0;
  frame.setAttribute('role', 'group');
  frame.setAttribute('aria-label', label);
  const pre = page.createElement('pre');
  pre.className = String(code.code);
  const shown = page.createElement('code');
  shown.textContent = text;
  pre.append(shown);
  frame.append(pre);
  block.append(frame);
  return block;
}
