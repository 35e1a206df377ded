import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { focusDraft } from '../../parts/schema-drafts/schema-drafts';
import { useSetAddressValues } from '../../platform/use-address-value';

/** The address follows once the focus rests: browsers limit how often it may change. */
const REST_MS = 500;

/** Keeps the focused row in the address, so that a link leads to a field. */
export function useFocusInAddress(key: string, focus: string): void {
  const [parameters] = useSearchParams();
  const set = useSetAddressValues();
  const linked = useRef(parameters.get('at'));
  useEffect(() => {
    if (linked.current !== null) focusDraft(key, linked.current);
    linked.current = null;
  }, [key]);
  const inAddress = parameters.get('at') ?? '';
  useEffect(() => {
    if (focus === inAddress) return;
    const timer = setTimeout(() => set({ at: focus }), REST_MS);
    return () => clearTimeout(timer);
  }, [focus, inAddress, set]);
}
