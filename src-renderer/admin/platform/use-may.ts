import { useContext } from 'react';
import { type Need, RefusalContext } from '../../ui/needs/needs';

/**
 * Says whether the token of this browser may do something, for what is left out where it may not. A control says what it
 * `needs` in place of asking: it is disabled then, with the reason.
 */
export function useMay(): (need: Need) => boolean {
  const refusal = useContext(RefusalContext);
  return (need) => refusal(need) === null;
}
