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
 * @param sayTime how the time is said; absent: in the zone of who runs this, with the day if it is another one
 * @returns null: it has a network
 */
export function networkSentence(
  { state, since, waiting }: HealthOut['network'],
  sayTime: (time: string) => string = localTime,
): string | null {
  if (state === 'online') return null;
  const what = `${waiting.toLocaleString('en')} ${waiting === 1 ? 'delivery waits' : 'deliveries wait'}`;
  const whose = waiting === 1 ? 'its receiver' : 'their receivers';
  return `No network since ${sayTime(since)}. ${what}; nothing counts against ${whose}.`;
}

function localTime(time: string): string {
  const moment = new Date(time);
  return (Date.now() - moment.getTime() < DAY_MS / 2 ? clockTime : dayAndTime).format(moment);
}
