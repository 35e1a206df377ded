import type { SearchEntry } from '../shared/static-page/search-entry';

/** On a group of the tree whose event types are not on the page; its value is the title of the group. */
export const GROUP_ATTRIBUTE = 'data-group';

/** Fills the groups of the tree when they are opened, and shows where in the tree the page is. */
export function startTree(page: Document, entries: () => Promise<readonly SearchEntry[]>): void {
  for (const group of page.querySelectorAll<HTMLDetailsElement>(`details[${GROUP_ATTRIBUTE}]`)) {
    group.addEventListener('toggle', () => {
      if (group.open) void fill(page, group, entries);
    });
  }
  const current = page.querySelector('nav a[aria-current]');
  const tree = current?.closest('nav');
  if (current && tree) tree.scrollTop = current.getBoundingClientRect().top - tree.clientHeight / 2;
}

/** Without the index, the link to the list of the group stays. */
async function fill(
  page: Document,
  group: HTMLDetailsElement,
  entries: () => Promise<readonly SearchEntry[]>,
): Promise<void> {
  const all = await entries().catch(() => null);
  const list = group.querySelector('ul');
  if (all === null || list === null || !group.hasAttribute(GROUP_ATTRIBUTE)) return;
  const title = group.getAttribute(GROUP_ATTRIBUTE);
  group.removeAttribute(GROUP_ATTRIBUTE);
  const found = all.filter(({ what }) => what === title);
  list.replaceChildren(...found.map(({ name, href }) => toItem(page, name, href)));
}

function toItem(page: Document, name: string, href: string): HTMLLIElement {
  const item = page.createElement('li');
  const link = page.createElement('a');
  link.href = href;
  link.textContent = name;
  item.append(link);
  return item;
}
