import { isVisible } from '../../../../../src-server/contract/visibility';
import { capitalize } from '../../../../ui/capitalize';

interface HiddenFacts {
  /** Flags of the event type. */
  readonly flags: readonly string[];
  /** Portal sessions of the customer, and links that can still start one. */
  readonly sessions: readonly { readonly featureFlags: readonly string[] }[];
  /** True: the customer has more than these. */
  readonly hasMore: boolean;
}

/** That a customer does not see an event type, for beside a reason; null: it is not hidden. */
export function hiddenReason({ flags, sessions }: Omit<HiddenFacts, 'hasMore'>): string | null {
  if (sessions.some(({ featureFlags }) => isVisible(flags, featureFlags)) || flags.length === 0) return null;
  const needs = flags.length === 1 ? `the flag ${flags[0]}` : `one of the flags ${flags.join(', ')}`;
  return `hidden from this customer: needs ${needs}`;
}

/** Why a customer does not see an event type, and what follows from it; null: it is not hidden. */
export function hiddenLabel({ flags, sessions, hasMore }: HiddenFacts): string | null {
  const reason = hiddenReason({ flags, sessions });
  return (
    reason &&
    `${capitalize(reason)}. ${whoHas(sessions.length, hasMore)} The customer cannot choose this event type for an endpoint, but endpoints without a filter still receive it.`
  );
}

function whoHas(sessions: number, hasMore: boolean): string {
  if (sessions === 0) return 'They have no portal session.';
  if (hasMore) return `None of their newest ${sessions} portal sessions has it.`;
  return sessions === 1 ? 'Their portal session does not have it.' : 'None of their portal sessions has it.';
}
