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
  if (current) bringInSight(current);
  followReading(page);
}

/** Scrolls the tree alone, never the page. */
function bringInSight(link: Element): void {
  const side = link.closest('nav')?.parentElement;
  if (!side) return;
  const [place, frame] = [link.getBoundingClientRect(), side.getBoundingClientRect()];
  // Above the page is the masthead, so that the end of the tree may be out of sight, too.
  const bottom = Math.min(frame.bottom, window.innerHeight);
  if (place.top >= frame.top && place.bottom <= bottom) return;
  side.scrollTop += place.top - (frame.top + bottom) / 2;
}

/** Where all event types are on one page, the tree shows the one that is being read. */
function followReading(page: Document): void {
  const links = new Map(
    Array.from(page.querySelectorAll<HTMLAnchorElement>('nav li > a[href^="#"]'), (link) => [
      decodeURIComponent(link.hash.slice(1)),
      link,
    ]),
  );
  const observer = new IntersectionObserver(
    (seen) => {
      const link = links.get(seen.findLast(({ isIntersecting }) => isIntersecting)?.target.id ?? '');
      if (!link) return;
      for (const other of links.values()) other.removeAttribute('aria-current');
      link.setAttribute('aria-current', 'location');
      bringInSight(link);
    },
    // The upper part of the window, where one reads.
    { rootMargin: '-10% 0px -80% 0px' },
  );
  for (const article of page.querySelectorAll('article[id]'))
    if (links.has(article.id)) observer.observe(article);
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
