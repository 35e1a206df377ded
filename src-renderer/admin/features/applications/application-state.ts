import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import type { EndpointState } from '../../../../src-server/contract/endpoint-state';
import { hostAmong, hostOf } from '../../../ui/host-of';

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
  const all = number.format(endpoints.length);
  if (tone === 'fine') return { tone, text: `Sends to ${all} endpoints.` };
  const failed = failing === 1 ? endpoints.find(({ state }) => state === 'failing') : undefined;
  const counts: readonly (readonly [count: number, word: string])[] = [
    [failed ? 0 : failing, 'failing'],
    [delayed, 'delayed'],
    [disabled, 'disabled'],
    [paused, 'paused'],
  ];
  const parts = counts
    .filter(([of]) => of > 0)
    .map(
      ([of, word], index) =>
        `${index === 0 ? ofAll(of, endpoints.length) : number.format(of)} ${are(of)} ${word}`,
    );
  return {
    tone,
    text: `${[...(failed ? [`${hostAmong(failed.url, endpoints)} is failing`] : []), ...parts].join(', ')}.`,
  };
}

/** "Both endpoints", "All 3 endpoints", "2 of 3 endpoints". */
function ofAll(count: number, all: number): string {
  if (count < all) return `${number.format(count)} of ${number.format(all)} endpoints`;
  return all === 2 ? 'Both endpoints' : `All ${number.format(all)} endpoints`;
}

const sendsTo = (host: string) => `Sends to ${host}.`;
const OF_ONE: Readonly<Partial<Record<EndpointState, typeof sendsTo>>> = {
  failing: (host) => `${host} is failing.`,
  delayed: (host) => `${host} is delayed: messages wait for longer than five minutes.`,
  disabled: (host) => `${host} is disabled: deliveries are on hold.`,
  paused: (host) => `${host} is paused: deliveries are on hold.`,
};

function urgencyOf({ state }: StateOf): number {
  const place = ORDER.indexOf(state);
  return place < 0 ? ORDER.length : place;
}

function are(count: number): string {
  return count === 1 ? 'is' : 'are';
}
