import type { EventTypeChangeOut } from '../../../src-server/contract/event-type-change';

type ChangeKind = EventTypeChangeOut['kind'];

/** What became of an event type, in a word. */
export const CHANGE_LABELS: Readonly<Record<ChangeKind, string>> = {
  new: 'New',
  changed: 'Changed',
  breaking: 'Breaking change',
  deprecated: 'Deprecated',
  removed: 'Removed',
};

/** Whether receivers have to do something about it. */
export function isLoudChange(kind: ChangeKind): boolean {
  return kind === 'breaking' || kind === 'deprecated' || kind === 'removed';
}
