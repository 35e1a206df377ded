import { findEntries } from './find-entries';
import type { SearchEntry } from './search-entry';
import { SEARCH_IDS } from './search-ids';
import styles from './static-page.module.css';

/** More results are counted, not listed. */
const SHOWN = 30;

/** Activates the search of the page: results while typing, as links; Escape clears it. */
export function startSearch(page: Document, entries: () => Promise<readonly SearchEntry[]>): void {
  const box = page.getElementById(SEARCH_IDS.box);
  const field = page.getElementById(SEARCH_IDS.field);
  const count = page.getElementById(SEARCH_IDS.count);
  const results = page.getElementById(SEARCH_IDS.results);
  if (!box || !(field instanceof HTMLInputElement) || !count || !results) return;
  const show = async () => {
    const query = field.value;
    if (query.trim() === '') {
      count.textContent = '';
      results.replaceChildren();
      return;
    }
    const all = await entries().catch(() => null);
    if (field.value !== query) return; // the user has continued typing
    const found = all && findEntries(all, query);
    count.textContent = found
      ? sayHowMany(found.length)
      : 'The search could not be loaded. Keep typing to try again.';
    results.replaceChildren(...(found ?? []).slice(0, SHOWN).map((entry) => toItem(page, entry)));
  };
  field.addEventListener('focus', () => void entries().catch(() => undefined), { once: true });
  field.addEventListener('input', () => void show());
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    field.value = '';
    void show();
  });
  box.dataset.ready = '';
  if (field.value !== '') void show(); // restored by the browser
}

function sayHowMany(found: number): string {
  if (found === 0) return 'No results.';
  if (found === 1) return '1 result';
  return found > SHOWN ? `${found} results, showing the first ${SHOWN}:` : `${found} results`;
}

function toItem(page: Document, { name, what, text, href }: SearchEntry): HTMLLIElement {
  const item = page.createElement('li');
  const link = page.createElement('a');
  link.href = href;
  link.className = String(styles.searchLink);
  for (const [className, label] of [
    ['searchName', name],
    ['searchWhat', what],
    ['searchText', text],
  ] as const) {
    const line = page.createElement('span');
    line.className = String(styles[className]);
    line.textContent = label;
    if (label !== '') link.append(line);
  }
  item.append(link);
  return item;
}
