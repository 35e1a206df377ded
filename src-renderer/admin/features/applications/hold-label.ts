import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import { sendingOf } from '../../../shared/endpoint/sending';
import { aboutHowLong } from '../../../ui/about-how-long';

/** Why an endpoint holds its deliveries, in words; null if it does not. */
export function holdLabel(endpoint: Pick<EndpointOut, 'disabled' | 'paused'>): string | null {
  return { on: null, paused: 'Paused: deliveries on hold', disabled: 'Disabled: deliveries on hold' }[
    sendingOf(endpoint)
  ];
}

const number = new Intl.NumberFormat('en-GB');

/** How much a held endpoint holds, and how long that takes at its limit once released; limit null for none. */
export function waitingLabel(waiting: number, rateLimit: number | null): string {
  if (waiting === 0) return 'Queue empty.';
  const what = `${number.format(waiting)} ${waiting === 1 ? 'message' : 'messages'} on hold`;
  if (rateLimit === null) return `${what}, no rate limit once released.`;
  return `${what}. At ${rateLimit}/s, sending ${waiting === 1 ? 'it' : 'them'} takes ${aboutHowLong(waiting / rateLimit)}.`;
}
