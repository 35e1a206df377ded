import type { EventTypeChangeOut } from '../../../src-server/contract/event-type-change';

interface DayOfChanges {
  /** In UTC: "2026-01-31". */
  readonly day: string;
  readonly changes: readonly EventTypeChangeOut[];
}

/** Changes by their day, in their order. */
export function changesByDay(changes: readonly EventTypeChangeOut[]): readonly DayOfChanges[] {
  const days = new Map<string, EventTypeChangeOut[]>();
  for (const change of changes) {
    const day = change.at.slice(0, 10);
    const known = days.get(day);
    if (known) known.push(change);
    else days.set(day, [change]);
  }
  return [...days].map(([day, changes]) => ({ day, changes }));
}
