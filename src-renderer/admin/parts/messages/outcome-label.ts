import type { FleetMessageOut } from '../../../../src-server/contract/fleet-message';

const number = new Intl.NumberFormat('en-GB');
const OF_ONE = {
  success: 'delivered',
  fail: 'given up',
  sending: 'waiting for a retry',
  pending: 'waiting',
  canceled: 'canceled',
} as const;
/** What needs a person comes first. */
const OTHERS = ['fail', 'sending', 'pending', 'canceled'] as const;

/** The outcomes of a message in words: "2 of 3 delivered, 1 waiting". */
export function outcomeLabel({ state, outcomes }: Pick<FleetMessageOut, 'state' | 'outcomes'>): string {
  const all = OTHERS.reduce((sum, outcome) => sum + outcomes[outcome], outcomes.success);
  if (all === 0) return state === 'expired' ? 'no delivery on record' : 'no matching endpoint';
  const others = OTHERS.filter((outcome) => outcomes[outcome] > 0);
  if (all === 1) return OF_ONE[others[0] ?? 'success'];
  const rest = others.map((outcome) => `${number.format(outcomes[outcome])} ${OF_ONE[outcome]}`);
  return [`${number.format(outcomes.success)} of ${number.format(all)} delivered`, ...rest].join(', ');
}
