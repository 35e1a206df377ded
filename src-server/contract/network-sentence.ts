import type { HealthOut } from './health';
import { localTime } from './local-time';

/**
 * What is said of a computer without a network, wherever that is shown: "No network since 14:02. 312 deliveries wait;
 * nothing counts against their receivers."
 * @param when decides whether the day is said, in the zone of who runs this, as ms since 1970; or since when, in words.
 * Null: the time is said as it is stored
 * @returns null: it has a network
 */
export function networkSentence(
  { state, since, waiting }: HealthOut['network'],
  when: number | string | null,
): string | null {
  if (state === 'online') return null;
  const what = `${waiting.toLocaleString('en')} ${waiting === 1 ? 'delivery waits' : 'deliveries wait'}`;
  const whose = waiting === 1 ? 'its receiver' : 'their receivers';
  const time =
    typeof when === 'number' ? `since ${localTime(Date.parse(since), when)}` : (when ?? `since ${since}`);
  return `No network ${time}. ${what}; nothing counts against ${whose}.`;
}
