import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import type { EndpointState } from '../../../../src-server/contract/endpoint-state';
import { hostOf } from '../../../ui/host-of';

type StateOf = Pick<EndpointOut, 'url' | 'state'>;

/** The states that need somebody, the most urgent first. */
const ORDER: readonly EndpointState[] = ['failing', 'delayed', 'disabled', 'paused'];

/** The endpoints with those first that need somebody; equal ones keep their sequence. */
export function troubleFirst<T extends StateOf>(endpoints: readonly T[]): readonly T[] {
  return endpoints.toSorted((a, b) => urgencyOf(a) - urgencyOf(b));
}

const number = new Intl.NumberFormat('en-GB');

/**
 * The state of an application in one sentence, and whether it needs somebody.
 * @param pollers how many polling endpoints it has
 */
export function applicationSentence(
  endpoints: readonly StateOf[],
  pollers = 0,
): {
  readonly tone: 'failing' | 'waiting' | 'fine';
  readonly text: string;
} {
  const [only] = endpoints;
  if (!only && pollers > 0) {
    const fetched = `Its messages are fetched from ${pollers === 1 ? 'a' : number.format(pollers)} polling endpoint`;
    return { tone: 'fine', text: `${fetched}${pollers === 1 ? '' : 's'}.` };
  }
  if (!only) return { tone: 'waiting', text: 'No endpoints yet: messages are stored but not delivered.' };
  const count = (state: EndpointState) => endpoints.filter((endpoint) => endpoint.state === state).length;
  const [failing, delayed] = [count('failing'), count('delayed')];
  const [disabled, paused] = [count('disabled'), count('paused')];
  const tone = failing > 0 ? 'failing' : delayed + disabled + paused > 0 ? 'waiting' : 'fine';
  if (endpoints.length === 1) return { tone, text: (OF_ONE[only.state] ?? sendsTo)(hostOf(only.url)) };
  const all = `its ${number.format(endpoints.length)} endpoints`;
  if (tone === 'fine') return { tone, text: `Sends to ${all}.` };
  const failed = endpoints.find(({ state }) => state === 'failing');
  const parts = [
    failed && (failing === 1 ? `${hostOf(failed.url)} is failing` : `${number.format(failing)} are failing`),
    delayed > 0 && `${number.format(delayed)} ${are(delayed)} delayed`,
    disabled > 0 && `${number.format(disabled)} ${are(disabled)} disabled`,
    paused > 0 && `${number.format(paused)} ${are(paused)} paused`,
  ];
  return { tone, text: `Of ${all}, ${parts.filter(Boolean).join(', ')}.` };
}

const sendsTo = (host: string) => `Sends to ${host}.`;
const OF_ONE: Readonly<Partial<Record<EndpointState, typeof sendsTo>>> = {
  failing: (host) => `Its endpoint ${host} is failing.`,
  delayed: (host) => `Its endpoint ${host} is delayed: messages wait for longer than five minutes.`,
  disabled: (host) => `Its endpoint ${host} is disabled: nothing is sent.`,
  paused: (host) => `Its endpoint ${host} is paused: nothing is sent.`,
};

function urgencyOf({ state }: StateOf): number {
  const place = ORDER.indexOf(state);
  return place < 0 ? ORDER.length : place;
}

function are(count: number): string {
  return count === 1 ? 'is' : 'are';
}
