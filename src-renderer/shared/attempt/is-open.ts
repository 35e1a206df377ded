import type { ExplanationOut } from '../../../src-server/contract/explanation';

/** Whether a delivery has yet to end: it waits, is being sent, or is held. */
export function isOpen({ state }: Pick<ExplanationOut, 'state'>): boolean {
  return state === 'waiting' || state === 'sending' || state === 'held';
}
