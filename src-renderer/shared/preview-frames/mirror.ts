import { groupEventTypes } from '../event-types/group-event-types';
import type { ScrollPoint } from '../preview-link/messages';
import type { PreviewType } from './visible-types';

/** The event type of a page; null for any other page of the portal. */
export function typeOfPath(path: string): string | null {
  const name = /^\/catalog\/([^/?]+)$/.exec(path)?.[1];
  if (name === undefined) return null;
  try {
    return decodeURIComponent(name);
  } catch {
    return null;
  }
}

/** Whether a frame may be sent to a page: not if the address contains a name that its customer does not see. */
export function mayGo(path: string, visible: ReadonlySet<string>): boolean {
  const name = typeOfPath(path);
  return name === null || visible.has(name);
}

/**
 * Where another frame scrolls to, using only a name that it shows itself: the same event type, otherwise the nearest
 * one before it, otherwise only the distance.
 */
export function mirroredPoint(
  at: ScrollPoint,
  types: readonly PreviewType[],
  names: ReadonlySet<string>,
): ScrollPoint {
  if (at.anchor === null || names.has(at.anchor)) return at;
  const order = groupEventTypes(types).flatMap(({ eventTypes }) => eventTypes.map(({ name }) => name));
  const before = order.slice(0, Math.max(0, order.indexOf(at.anchor))).findLast((name) => names.has(name));
  return { ...at, anchor: before ?? null };
}
