import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import { sendingOf } from '../../../shared/endpoint/sending';
import { hostOf } from '../../../ui/host-of';

type StateOf = Pick<EndpointOut, 'url' | 'disabled' | 'paused' | 'disabledReason' | 'failingSince'>;

/** How an endpoint is doing, the most urgent first. */
type EndpointState = 'failing' | 'disabled' | 'paused' | 'on';
const ORDER: readonly EndpointState[] = ['failing', 'disabled', 'paused', 'on'];

/** One that was disabled because it failed is failing: that is what has to be repaired. */
export function endpointState(endpoint: StateOf): EndpointState {
  const { disabled, disabledReason, failingSince } = endpoint;
  if (disabled ? disabledReason === 'failing' : failingSince) return 'failing';
  return sendingOf(endpoint);
}

/** The endpoints with those first that need somebody; equal ones keep their sequence. */
export function troubleFirst<T extends StateOf>(endpoints: readonly T[]): readonly T[] {
  return endpoints.toSorted((a, b) => ORDER.indexOf(endpointState(a)) - ORDER.indexOf(endpointState(b)));
}

const number = new Intl.NumberFormat('en-GB');

/** The state of an application in one sentence, and whether it needs somebody. */
export function applicationSentence(endpoints: readonly StateOf[]): {
  readonly tone: 'failing' | 'waiting' | 'fine';
  readonly text: string;
} {
  const [only] = endpoints;
  if (!only) return { tone: 'waiting', text: 'No endpoint yet: its messages are stored and go nowhere.' };
  const states = endpoints.map(endpointState);
  const count = (state: EndpointState) => states.filter((one) => one === state).length;
  const [failing, disabled, paused] = [count('failing'), count('disabled'), count('paused')];
  const tone = failing > 0 ? 'failing' : disabled + paused > 0 ? 'waiting' : 'fine';
  if (endpoints.length === 1) return { tone, text: OF_ONE[endpointState(only)](hostOf(only.url)) };
  const all = `its ${number.format(endpoints.length)} endpoints`;
  if (tone === 'fine') return { tone, text: `Sends to ${all}.` };
  const failed = endpoints.find((one) => endpointState(one) === 'failing');
  const parts = [
    failed && (failing === 1 ? `${hostOf(failed.url)} fails` : `${number.format(failing)} fail`),
    disabled > 0 && `${number.format(disabled)} ${are(disabled)} disabled`,
    paused > 0 && `${number.format(paused)} ${are(paused)} paused`,
  ];
  return { tone, text: `Of ${all}, ${parts.filter(Boolean).join(', ')}.` };
}

const OF_ONE: Readonly<Record<EndpointState, (host: string) => string>> = {
  failing: (host) => `Its endpoint ${host} fails.`,
  disabled: (host) => `Its endpoint ${host} is disabled: nothing is sent.`,
  paused: (host) => `Its endpoint ${host} is paused: nothing is sent.`,
  on: (host) => `Sends to ${host}.`,
};

function are(count: number): string {
  return count === 1 ? 'is' : 'are';
}
