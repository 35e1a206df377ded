import type { Gap, Place, RowSize } from '../../shared/preview-link/messages';

/** Elements that represent an event type: marked as such, or a link to its page. */
const ANCHORS = '[data-event-type], a[href^="#/catalog/"]';
const ROWS = 'li, tr, [role=row], [role=treeitem], label';
const GROUPS = 'section, tbody, [role=rowgroup], [role=group]';

/** An event type on the page. */
export interface Anchor {
  readonly name: string;
  /** The element that is outlined, and next to which room is made. */
  readonly row: HTMLElement;
}

/** The event types that the page shows, each once, in order. Links to a field of one do not count. */
export function findAnchors(document: Document): Anchor[] {
  const found = new Map<string, Anchor>();
  for (const element of document.querySelectorAll<HTMLElement>(ANCHORS)) {
    const name = nameOf(element);
    if (name === '' || found.has(name) || element.getClientRects().length === 0) continue;
    found.set(name, { name, row: element.closest<HTMLElement>(ROWS) ?? element });
  }
  return [...found.values()];
}

function nameOf(element: HTMLElement): string {
  if (element.dataset.eventType !== undefined) return element.dataset.eventType;
  const path = (element.getAttribute('href') ?? '').slice('#/catalog/'.length);
  if (path.includes('?') || path.includes('/')) return '';
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

/** The event type that an element belongs to; null for none. */
export function anchorAt(anchors: readonly Anchor[], target: EventTarget | null): Anchor | null {
  if (!(target instanceof Node)) return null;
  return anchors.find(({ row }) => row.contains(target)) ?? null;
}

/** How much room the rows of the grouped lists take. No room must have been made. */
export function rowSizes(anchors: readonly Anchor[]): RowSize[] {
  const seen = new Set<Element>();
  return anchors.flatMap(({ name, row }) => {
    const group = row.closest<HTMLElement>(GROUPS);
    if (!group || row.closest('nav')) return [];
    const { top, height } = row.getBoundingClientRect();
    const size = { name, heightPx: height };
    if (seen.has(group)) return [size];
    seen.add(group);
    const marginPx = Number.parseFloat(getComputedStyle(group).marginTop) || 0;
    return [{ ...size, group: { marginPx, titlePx: top - group.getBoundingClientRect().top } }];
  });
}

/** The element next to which room is made. */
export function elementBeside(anchors: readonly Anchor[], gap: Gap): HTMLElement | null {
  const row = anchors.find(({ name }) => name === gap.anchor)?.row;
  if (!row) return null;
  return gap.around === 'group' ? (row.closest<HTMLElement>(GROUPS) ?? row) : row;
}

/**
 * Makes room next to an element: between rows as a margin, at the end of a list or a group as its padding, since
 * margins would collapse there.
 * @returns removes the room
 */
export function makeRoomBeside(element: HTMLElement, { side, around, heightPx }: Gap): () => void {
  const next = side === 'after' ? element.nextElementSibling : element.previousElementSibling;
  const list = element.parentElement;
  const isBetween = around === 'row' && (next !== null || list === null);
  const at = around === 'row' && !isBetween && list ? list : element;
  const property = `${isBetween ? 'margin' : 'padding'}-${side === 'after' ? 'bottom' : 'top'}`;
  const own = Number.parseFloat(getComputedStyle(at).getPropertyValue(property)) || 0;
  at.style.setProperty(property, `${own + heightPx}px`);
  return () => at.style.removeProperty(property);
}

/** The room next to an element, once it is made. */
export function placeOfGap(element: HTMLElement, { side, around, heightPx }: Gap): Place {
  const { x, top, bottom, width } = element.getBoundingClientRect();
  const inside = around === 'group';
  const y = side === 'after' ? (inside ? bottom - heightPx : bottom) : inside ? top : top - heightPx;
  return { x, y, width, height: heightPx };
}
