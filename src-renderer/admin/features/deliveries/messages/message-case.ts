import type { StatusText } from '../../../../../src-server/contract/attempt';
import type { ExplanationOut } from '../../../../../src-server/contract/explanation';
import { byUrgency } from '../../../../shared/attempt/message-verdict';
import type { MessageDelivery } from '../../../../shared/attempt/use-message-deliveries';

type State = ExplanationOut['state'];

const LOOKS: Readonly<Record<State, readonly [StatusText, word: string]>> = {
  delivered: ['success', 'Delivered'],
  failed: ['fail', 'Failed'],
  canceled: ['canceled', 'Canceled'],
  waiting: ['pending', 'Queued'],
  sending: ['sending', 'Sending'],
  held: ['pending', 'On hold'],
  'not-sent': ['canceled', 'Not sent'],
  removed: ['canceled', 'Removed'],
};

/** How the state of a message at an endpoint looks, and its word. */
export function deliveryLook({
  state,
  again,
}: Pick<MessageDelivery, 'state' | 'again'>): readonly [StatusText, word: string] {
  const [status, word] = LOOKS[state];
  return [status, state === 'waiting' && again === 'retry' ? 'Retrying' : word];
}

/** What helps a message along. `view`: the customer cannot choose its event type. */
export type CaseAct =
  | { readonly kind: 'retry' | 'resend' | 'resume' | 'enable' | 'limit'; readonly delivery: MessageDelivery }
  | { readonly kind: 'filter'; readonly endpointId: string | null }
  | { readonly kind: 'add' | 'view' };

/** A message as a case: its state over all endpoints, and the one act that fits it. */
export interface MessageCase {
  readonly tone: 'delivered' | 'waiting' | 'failed' | 'neutral';
  readonly word: string;
  /** Null: nothing is left to do, or nothing can be done. */
  readonly act: CaseAct | null;
}

const TONES: Readonly<Partial<Record<State, MessageCase['tone']>>> = {
  failed: 'failed',
  held: 'waiting',
  waiting: 'waiting',
  sending: 'waiting',
};

interface CaseFacts {
  readonly deliveries: readonly MessageDelivery[];
  /** True when the content of the message was removed. */
  readonly isExpunged: boolean;
  /** True: the customer does not see its event type. */
  readonly isHidden: boolean;
}

/** The delivery that needs a person most decides, as in the verdict. */
export function messageCase({ deliveries, isExpunged, isHidden }: CaseFacts): MessageCase {
  const sent = deliveries.filter(({ state }) => state !== 'not-sent' && state !== 'removed');
  if (sent.length === 0) {
    if (isExpunged || deliveries.some(({ state }) => state === 'removed'))
      return { tone: 'neutral', word: 'Expired', act: null };
    const [only] = deliveries;
    const endpointId = deliveries.length === 1 && only?.endpoint ? only.endpointId : null;
    const act = !only
      ? ({ kind: 'add' } as const)
      : isHidden
        ? ({ kind: 'view' } as const)
        : ({ kind: 'filter', endpointId } as const);
    return { tone: 'neutral', word: 'No endpoint', act };
  }
  const [first] = byUrgency(sent);
  if (!first) return { tone: 'delivered', word: 'Delivered', act: null };
  return {
    tone: TONES[first.state] ?? 'neutral',
    word: deliveryLook(first)[1],
    act: isExpunged ? null : actOf(first),
  };
}

function actOf(delivery: MessageDelivery): CaseAct | null {
  const { state, endpoint, again, ahead } = delivery;
  if (!endpoint) return null;
  if (state === 'held') {
    if (endpoint.disabled) return { kind: 'enable', delivery };
    return endpoint.paused ? { kind: 'resume', delivery } : null;
  }
  if (endpoint.disabled) return { kind: 'enable', delivery };
  if (again === 'retry') return { kind: 'retry', delivery };
  if (again === 'resend' && state !== 'sending') return { kind: 'resend', delivery };
  return state === 'waiting' && (ahead ?? 0) > 0 ? { kind: 'limit', delivery } : null;
}

const number = new Intl.NumberFormat('en-GB');

/** Where a delivery stands that nobody can hurry, in place of a button: "Queued, 38 ahead". Null: there is a button. */
export function placeSentence({
  state,
  again,
  ahead,
}: Pick<MessageDelivery, 'state' | 'again' | 'ahead'>): string | null {
  if (again !== null) return null;
  const place = ahead ? `${number.format(ahead)} ahead` : 'next in the queue';
  if (state === 'waiting') return `Queued, ${place}`;
  if (state === 'held') return `On hold, ${place}`;
  return state === 'sending' ? 'Being sent now' : null;
}
