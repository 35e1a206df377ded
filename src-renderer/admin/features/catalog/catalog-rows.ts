import type { ListedEventType } from '../../../../src-server/contract/event-type-summary';
import { groupOf } from '../../../../src-server/contract/names';
import type { LastSent } from '../../data/use-last-sent';
import type { SearchHit, SearchPlace } from './search-event-types';

/** A row of the tree. Group keys begin with a slash, which no name may contain. */
export type CatalogRow =
  | {
      readonly kind: 'group';
      readonly key: string;
      readonly word: string;
      /** Names of all event types in it, visible or collapsed. */
      readonly names: readonly string[];
      readonly isOpen: boolean;
      /** Position among the groups, from 1, and the number of groups. */
      readonly position: number;
      readonly setSize: number;
    }
  | {
      readonly kind: 'type';
      readonly key: string;
      readonly type: ListedEventType;
      readonly place: SearchPlace;
      /** 1: it stands alone; 2: in a group. */
      readonly level: 1 | 2;
      readonly position: number;
      readonly setSize: number;
    };

/** How the list is ordered. */
export type CatalogSort = 'name' | 'changed' | 'sent';

const NEVER: LastSent = new Map();

/**
 * The visible rows, from top to bottom.
 * @param hits ordered by group, then by name
 * @param folded keys of the collapsed groups
 * @param sort `changed` and `sent`: newest first and without groups, which would hide what is new
 * @param lastSent for `sent`; missing ones come last
 */
export function catalogRows(
  hits: readonly SearchHit[],
  folded: ReadonlySet<string>,
  sort: CatalogSort,
  lastSent = NEVER,
): readonly CatalogRow[] {
  if (sort !== 'name') {
    const timeOf = ({ type }: SearchHit) =>
      sort === 'changed' ? type.updatedAt : (lastSent.get(type.name) ?? '');
    const newest = hits.toSorted((a, b) => compare(timeOf(b), timeOf(a)));
    return newest.map((hit, index) => typeRow(hit, 1, index, newest.length));
  }
  const groups = new Map<string | null, SearchHit[]>();
  for (const hit of hits) {
    const name = groupOf(hit.type);
    const group = groups.get(name);
    if (group) group.push(hit);
    else groups.set(name, [hit]);
  }
  // Without any group there is nothing to collapse: the rows stand alone.
  const alone = groups.size === 1 ? groups.get(null) : undefined;
  if (alone) return alone.map((hit, index) => typeRow(hit, 1, index, alone.length));
  const rows: CatalogRow[] = [];
  let position = 0;
  for (const [name, members] of groups) {
    const key = `/${name ?? ''}`;
    const isOpen = !folded.has(key);
    position += 1;
    const names = members.map(({ type }) => type.name);
    rows.push({ kind: 'group', key, word: name ?? 'Other', names, isOpen, position, setSize: groups.size });
    if (isOpen) for (const [at, hit] of members.entries()) rows.push(typeRow(hit, 2, at, members.length));
  }
  return rows;
}

function typeRow({ type, place }: SearchHit, level: 1 | 2, index: number, setSize: number): CatalogRow {
  return { kind: 'type', key: type.name, type, place, level, position: index + 1, setSize };
}

/** Times in the same format compare like their texts. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
