import type { TrafficMinute, TrafficSum } from '../storage/messages/traffic-store';

/**
 * Stored minutes with those that are not written yet, oldest first. Parts of one minute are added up: several endpoints,
 * or what was measured before and after a restart within it.
 * @param toRow the part of an unwritten minute that a row shows
 */
export function mergeMinutes<Row extends TrafficSum, Minute extends TrafficSum = TrafficMinute>(
  stored: readonly Row[],
  unwritten: readonly Minute[],
  toRow: (minute: Minute) => Row,
): Row[] {
  const byMinute = new Map(stored.map((row) => [row.at, row]));
  for (const minute of unwritten) {
    const before = byMinute.get(minute.at);
    const row = toRow(minute);
    byMinute.set(
      minute.at,
      before
        ? {
            ...row,
            arrivals: before.arrivals + row.arrivals,
            sends: before.sends + row.sends,
            succeeded: before.succeeded + row.succeeded,
            failed: before.failed + row.failed,
          }
        : row,
    );
  }
  return [...byMinute.values()].sort((a, b) => a.at - b.at);
}
