import { toIsoTime } from '../../base/clock';
import type { EventTypeChangeOut } from '../../contract/event-type-change';
import type { SeenChange } from '../../storage/catalog/event-type-change-store';

/** A change as its reader saw it: nothing of flags, and of what was hidden before. */
export function presentChange(change: SeenChange): EventTypeChangeOut {
  const { name, at, kind, difference, note } = change;
  const shown = difference.changes.filter(({ where }) => where !== 'visibility');
  const texts = shown.map(({ where, text }) => `${where}: ${text}`);
  const rest = difference.more === 0 ? [] : [`${difference.more} further changes`];
  return {
    at: toIsoTime(at),
    name,
    kind: kind === 'changed' ? kindOf(change) : kind,
    changes: kind === 'changed' ? [...texts, ...rest] : [],
    note,
  };
}

function kindOf({ difference, isDeprecation }: SeenChange): EventTypeChangeOut['kind'] {
  if (difference.verdict === 'breaking') return 'breaking';
  return isDeprecation ? 'deprecated' : 'changed';
}
