import type { HealthOut } from './health';
import { localTime } from './local-time';

/**
 * What is said of a computer without a network, wherever that is shown: "No network since 14:02. 312 deliveries wait;
 * nothing counts against their receivers."
 * @param nowMs decides whether the day is said, in the zone of who runs this. Null: the time is said as it is stored
 * @returns null: it has a network
 */
export function networkSentence(
  { state, since, waiting }: HealthOut['network'],
  nowMs: number | null,
): string | null {
  if (state === 'online') return null;
  const what = `${waiting.toLocaleString('en')} ${waiting === 1 ? 'delivery waits' : 'deliveries wait'}`;
  const whose = waiting === 1 ? 'its receiver' : 'their receivers';
  return `No network since ${nowMs === null ? since : localTime(Date.parse(since), nowMs)}. ${what}; nothing counts against ${whose}.`;
}
