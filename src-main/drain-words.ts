import type { ServerLoad } from './server-messages';

/** What a quit waits for, in words: what is on its way now, and what waits for the next start. */
export function drainWords({ inFlight, waiting }: ServerLoad): {
  readonly message: string;
  readonly detail: string;
} {
  const onWay = inFlight === 1 ? '1 request is in flight' : `${count(inFlight)} requests are in flight`;
  const rest =
    waiting === 0
      ? 'Nothing else is waiting.'
      : `${count(waiting)} more ${waiting === 1 ? 'delivery waits, and goes' : 'deliveries wait, and go'} on at the next start.`;
  return {
    message: onWay,
    detail: `Posthorn quits when ${inFlight === 1 ? 'it has' : 'they have'} ended, after 20 seconds at most. ${rest}`,
  };
}

function count(value: number): string {
  return value.toLocaleString('en');
}
