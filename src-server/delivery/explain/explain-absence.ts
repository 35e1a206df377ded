import type { AbsenceReason } from '../../contract/explanation';
import { utcMoment } from '../../contract/utc-moment';
import type { EndpointRecord } from '../../storage/endpoint-record';
import { type MessageTraits, takesMessage, takesType } from '../endpoints/match-endpoints';
import { formatNumber } from './format';

/** The traits of a message that decide where it went. */
export interface MessageFacts extends MessageTraits {
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** True when its content was removed. */
  readonly isExpunged: boolean;
}

/** Why there was never a delivery: for programs, and as a sentence in lower case without a full stop. */
export interface Absence {
  readonly reason: AbsenceReason;
  readonly sentence: string;
}

/** Names listed before the rest is only counted. */
const NAMES_SHOWN = 3;

/**
 * Why there was never a delivery of this message to this endpoint. Only today's filter is known; if it would let the
 * message through, the sentence says so instead of guessing what it was.
 * @param refusal why the message's content does not satisfy the endpoint's filter; null: it does
 * @param exact true names what the filter includes; others than the admin may not see every event type
 */
export function explainAbsence(
  message: MessageFacts,
  endpoint: Pick<
    EndpointRecord,
    'id' | 'createdAt' | 'updatedAt' | 'deletedAt' | 'filterTypes' | 'filterGroups' | 'channels' | 'filter'
  >,
  { exact, refusal }: { readonly exact: boolean; readonly refusal: string | null },
): Absence {
  if (endpoint.createdAt > message.createdAt) {
    return absence(
      'created-later',
      `the endpoint was created later than the message, on ${utcMoment(endpoint.createdAt)}`,
    );
  }
  if (endpoint.deletedAt !== null && endpoint.deletedAt <= message.createdAt) {
    return absence(
      'deleted',
      `the endpoint was deleted before the message was accepted, on ${utcMoment(endpoint.deletedAt)}`,
    );
  }
  if (!takesType(endpoint, message)) {
    if (!exact) return absence('filter', 'the filter of the endpoint does not include its event type');
    const groups = endpoint.filterGroups?.map((group) => `all of ${group}`) ?? [];
    return absence(
      'filter',
      `the filter includes only ${names([...groups, ...(endpoint.filterTypes ?? [])])}`,
    );
  }
  if (!takesMessage(endpoint, message)) {
    const on = message.channels?.length ? `only on ${names(message.channels)}` : 'on none';
    return absence(
      'channels',
      `the endpoint receives only messages on channel ${names(endpoint.channels ?? [], 'or')}, and this one is ${on}`,
    );
  }
  if (refusal !== null) return absence('filter', refusal);
  if (endpoint.filter !== null && message.isExpunged) {
    return absence(
      'unknown',
      'its content was removed, and with it what the filter of the endpoint looked at',
    );
  }
  if (endpoint.deletedAt !== null) {
    return absence(
      'deleted',
      `the endpoint was deleted while the message was accepted, on ${utcMoment(endpoint.deletedAt)}`,
    );
  }
  if (endpoint.updatedAt > message.createdAt) {
    return absence('unknown', 'the filter of the endpoint did not match at that time, and has changed since');
  }
  return absence('unknown', 'the endpoint was created or changed while the message was accepted');
}

function absence(reason: AbsenceReason, sentence: string): Absence {
  return { reason, sentence };
}

/** `a`, `a and b`, `a, b and c`, `a, b, c and 1,204 more`. */
function names(list: readonly string[], word: 'and' | 'or' = 'and'): string {
  const shown = list.slice(0, NAMES_SHOWN);
  const more = list.length - shown.length;
  if (more > 0) return `${shown.join(', ')} ${word} ${formatNumber(more)} more`;
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} ${word} ${last}`;
}
