import type { ExplanationOut } from '../../../src-server/contract/explanation';
import { hostAmong, hostOf } from '../../ui/host-of';
import type { MessageDelivery } from './use-message-deliveries';

type State = ExplanationOut['state'];
type Absence = NonNullable<ExplanationOut['absence']>;

/** What a verdict is made of. */
export interface VerdictFacts {
  readonly deliveries: readonly Pick<MessageDelivery, 'url' | 'state' | 'sentence' | 'absence'>[];
  /** True when the content of the message was removed. */
  readonly isExpunged: boolean;
}

const number = new Intl.NumberFormat('en-GB');
/** What needs a person comes first. */
const URGENCY: readonly State[] = ['failed', 'held', 'waiting', 'sending', 'canceled'];
const OTHERS: Readonly<Partial<Record<State, string>>> = {
  failed: 'given up',
  held: 'on hold',
  waiting: 'waiting',
  sending: 'being sent',
  canceled: 'canceled',
};
const ABSENCES: readonly (readonly [Absence, singular: string, plural: string])[] = [
  ['filter', 'filters it out', 'filter it out'],
  ['channels', 'is on other channels', 'are on other channels'],
  ['created-later', 'was created later', 'were created later'],
  ['deleted', 'was deleted', 'were deleted'],
  ['unknown', 'has changed since', 'have changed since'],
];

/**
 * What became of a message, in a line: where it was delivered, and if anything is left, the endpoint that needs a
 * person most, and why it has not arrived there.
 */
export function messageVerdict({ deliveries, isExpunged }: VerdictFacts): string {
  const sent = deliveries.filter(({ state }) => state !== 'not-sent' && state !== 'removed');
  const isRemoved = isExpunged || deliveries.some(({ state }) => state === 'removed');
  if (sent.length === 0) return isRemoved ? NOT_ON_RECORD : nowhere(deliveries);
  const delivered = sent.filter(({ state }) => state === 'delivered');
  const [first, ...others] = byUrgency(sent);
  if (!first) {
    const [only] = delivered;
    return delivered.length === 1 && only
      ? `Delivered to ${hostAmong(only.url, deliveries)}.`
      : `Delivered to all ${number.format(delivered.length)} endpoints.`;
  }
  const parts = [headOf(first.state, delivered.length, sent.length), reasonOf(first, deliveries)];
  if (others.length > 0) parts.push(restOf(others));
  return parts.join(' ');
}

/** What has not arrived, the delivery that needs a person most first. */
export function byUrgency<T extends Pick<MessageDelivery, 'state'>>(deliveries: readonly T[]): readonly T[] {
  return URGENCY.flatMap((state) => deliveries.filter((delivery) => delivery.state === state));
}

/** Retention removes deliveries together with the content. */
const NOT_ON_RECORD = 'Its content was removed, and no delivery is on record any more.';

function headOf(state: State, delivered: number, all: number): string {
  if (all > 1)
    return delivered === 0
      ? `Not delivered to any of ${number.format(all)} endpoints.`
      : `Delivered to ${number.format(delivered)} of ${number.format(all)} endpoints.`;
  return state === 'failed' || state === 'canceled' ? 'Not delivered.' : 'Not delivered yet.';
}

/** The sentence of the server without the state that the verdict says already. */
function reasonOf(delivery: VerdictFacts['deliveries'][number], all: VerdictFacts['deliveries']): string {
  return `${hostAmong(delivery.url, all)}: ${delivery.sentence.replace(/^(?:waiting|on hold|held): /, '')}.`;
}

/** "2 more given up, 1 waiting." */
function restOf(others: VerdictFacts['deliveries']): string {
  const counts = URGENCY.flatMap((state) => {
    const count = others.filter((other) => other.state === state).length;
    return count === 0 ? [] : [[number.format(count), OTHERS[state]] as const];
  });
  return `${counts.map(([count, word], index) => `${count} ${index === 0 ? 'more ' : ''}${word}`).join(', ')}.`;
}

function nowhere(deliveries: VerdictFacts['deliveries']): string {
  const [only, ...others] = deliveries;
  if (!only) return 'No endpoint: this application has none.';
  if (others.length === 0) {
    return `No endpoint matches. ${hostOf(only.url)}: ${only.sentence.replace(/^not sent: /, '')}.`;
  }
  const counts = ABSENCES.flatMap(([absence, singular, many]) => {
    const count = deliveries.filter((delivery) => (delivery.absence ?? 'unknown') === absence).length;
    return count === 0 ? [] : [`${number.format(count)} ${count === 1 ? singular : many}`];
  });
  return `No endpoint matches: ${counts.join(', ')}.`;
}
