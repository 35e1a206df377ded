import { useContext } from 'react';
import { type Need, RefusalContext } from '../../ui/needs/needs';

/** What a command does if the token of this browser may do it; null, which leaves the command out, if it may not. */
export function useWhenMay(): <T>(need: Need, run: T) => T | null {
  const refusal = useContext(RefusalContext);
  return (need, run) => (refusal(need) === null ? run : null);
}
