import { createContext, type RefCallback, useCallback, useContext } from 'react';
import type { OperationName } from '../../../src-server/contract/operations/api-operations';

/**
 * What a control calls: an operation of the API, and where only some of its fields are open to a kind of token, the field
 * that it changes: `PATCH /settings readOnly`.
 */
export type Need = OperationName | `${OperationName} ${string}`;

/** Why the token of this page may not do something, in words; null: it may. */
export type Refusal = (need: Need) => string | null;

/** Below it, controls that say what they need are disabled where the token may not do that, with the reason. */
export const RefusalContext = createContext<Refusal>(() => null);

/** Why a control is disabled. Null: it is not, or it needs nothing. */
export function useRefusal(needs: Need | undefined): string | null {
  const refusal = useContext(RefusalContext);
  return needs === undefined ? null : refusal(needs);
}

/** The properties of a control that is disabled where the token may not do what it needs, with the reason. */
export function useNeeds<E extends Element>(
  needs: Need | undefined,
): { readonly isDisabled?: true; readonly ref?: RefCallback<E> } {
  const refusal = useRefusal(needs);
  // React Aria drops these attributes.
  const ref = useCallback(
    (element: E | null) => {
      tell(element, { title: refusal, 'aria-description': refusal });
      return () => tell(element, { title: null, 'aria-description': null });
    },
    [refusal],
  );
  return refusal === null ? {} : { isDisabled: true, ref };
}

/** Sets attributes, and removes those without a text. */
export function tell(
  element: Element | null,
  texts: Readonly<Record<string, string | null | undefined>>,
): void {
  for (const [name, text] of Object.entries(texts)) {
    if (text) element?.setAttribute(name, text);
    else element?.removeAttribute(name);
  }
}
