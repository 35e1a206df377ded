import type { SearchEntry } from '../shared/static-page/search-entry';

/** On what holds the groups of the tree: a link there is a group whose event types are not on the page. */
export const GROUPS_ATTRIBUTE = 'data-groups';

/** Makes groups that are links ones to open, and shows where in the tree the page is. */
export function startTree(page: Document, entries: () => Promise<readonly SearchEntry[]>): void {
  for (const link of page.querySelectorAll<HTMLAnchorElement>(`[${GROUPS_ATTRIBUTE}] > a`))
    toGroup(page, link, entries);
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

/** Until it is filled, the group has the link to the whole of it. */
function toGroup(
  page: Document,
  link: HTMLAnchorElement,
  entries: () => Promise<readonly SearchEntry[]>,
): void {
  const group = page.createElement('details');
  const title = page.createElement('summary');
  const name = link.textContent;
  title.textContent = name;
  link.replaceWith(group);
  link.textContent = 'The whole group';
  group.append(title, link);
  group.addEventListener('toggle', async () => {
    const all = group.open && link.isConnected ? await entries().catch(() => null) : null;
    if (all === null) return;
    const list = page.createElement('ul');
    list.translate = false;
    list.append(...all.filter(({ what }) => what === name).map((entry) => toItem(page, entry)));
    link.replaceWith(list);
  });
}

function toItem(page: Document, { name, href }: SearchEntry): HTMLLIElement {
  const item = page.createElement('li');
  const link = page.createElement('a');
  link.href = href;
  link.textContent = name;
  item.append(link);
  return item;
}
