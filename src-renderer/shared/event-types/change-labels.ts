import type { EventTypeChangeOut } from '../../../src-server/contract/event-type-change';

type ChangeKind = EventTypeChangeOut['kind'];

/** Whether receivers have to do something about it. */
export function isLoudChange(kind: ChangeKind): boolean {
  return kind === 'breaking' || kind === 'deprecated' || kind === 'removed';
}
