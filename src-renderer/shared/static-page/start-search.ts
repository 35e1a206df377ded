import type { FieldFinder } from '../event-types/field-finder';
import { closestQuery, type FoundEntry, findEntries } from './find-entries';
import type { SearchEntry } from './search-entry';
import { SEARCH_IDS } from './search-ids';
import styles from './static-page.module.css';

/** Results that are listed at once; a button lists the others. */
const SHOWN = 30;

/**
 * Activates the search of the page: results while typing, as links; Escape clears it.
 * @param fields where the names of fields are searched, too
 */
export function startSearch(
  page: Document,
  entries: () => Promise<readonly SearchEntry[]>,
  fields: () => Promise<FieldFinder | undefined> = async () => undefined,
): void {
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
    const [all, finder] = await Promise.all([entries().catch(() => null), fields().catch(() => undefined)]);
    if (field.value !== query) return; // the user has continued typing
    const found = all && findEntries(all, query, finder);
    count.textContent = found
      ? sayHowMany(found.length)
      : 'The search could not be loaded. Keep typing to try again.';
    results.replaceChildren();
    if (found) list(found, 0);
    const better = all && found?.length === 0 ? closestQuery(all, query, finder) : null;
    if (better === null) return;
    const press = () => {
      field.value = better;
      field.focus();
      void show();
    };
    results.append(toButton(page, `Did you mean “${better}”?`, press));
  };
  const list = (found: readonly FoundEntry[], from: number) => {
    const next = found.slice(from, from + SHOWN).map((entry) => toItem(page, entry));
    results.append(...next);
    const left = found.length - from - next.length;
    if (from > 0) next[0]?.querySelector('a')?.focus();
    if (left <= 0) return;
    const button = toButton(page, `Show ${Math.min(left, SHOWN)} more`, () => {
      button.remove();
      list(found, from + SHOWN);
    });
    results.append(button);
  };
  const load = () => {
    void entries().catch(() => undefined);
    void fields().catch(() => undefined);
  };
  field.addEventListener('focus', load, { once: true });
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
  return found === 1 ? '1 result' : `${found} results`;
}

function toButton(page: Document, label: string, onPress: () => void): HTMLLIElement {
  const item = page.createElement('li');
  const button = page.createElement('button');
  button.type = 'button';
  button.className = String(styles.searchLink);
  button.textContent = label;
  button.addEventListener('click', onPress);
  item.append(button);
  return item;
}

function toItem(page: Document, { name, what, text, href, field }: FoundEntry): HTMLLIElement {
  const item = page.createElement('li');
  const link = page.createElement('a');
  link.href = href;
  link.className = String(styles.searchLink);
  for (const [className, label] of [
    ['searchName', name],
    ['searchWhat', field === undefined ? what : `field ${field}`],
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
