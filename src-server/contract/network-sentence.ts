import type { HealthOut } from './health';

const DAY_MS = 86_400_000;
const clockTime = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

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
  return `No network since ${nowMs === null ? since : localTime(since, nowMs)}. ${what}; nothing counts against ${whose}.`;
}

function localTime(time: string, nowMs: number): string {
  const moment = new Date(time);
  return (nowMs - moment.getTime() < DAY_MS / 2 ? clockTime : dayAndTime).format(moment);
}
