import type { StatusText } from '../../../../src-server/contract/attempt';
import type {
  FleetMessageOut,
  MessageReasonOut,
  MessageState,
} from '../../../../src-server/contract/fleet-message';
import { Status } from '../../../ui/status';

/** The states of a message, in words. */
export const STATE_WORDS: Readonly<Record<MessageState, string>> = {
  'no-endpoint': 'No endpoint',
  failed: 'Failed',
  waiting: 'Waiting',
  delivered: 'Delivered',
  canceled: 'Canceled',
  expired: 'Expired',
};
const LOOKS: Readonly<Record<MessageState, StatusText>> = {
  'no-endpoint': 'canceled',
  failed: 'fail',
  waiting: 'pending',
  delivered: 'success',
  canceled: 'canceled',
  expired: 'canceled',
};

/** One that waits, by what it waits for, as its page says it. */
const WAITING: Readonly<Partial<Record<MessageReasonOut['kind'], string>>> = {
  response: 'Retrying',
  limit: 'Queued',
  disabled: 'On hold',
  paused: 'On hold',
  'sending-paused': 'On hold',
  scheduled: 'Queued',
};

/** The state of a message over all its endpoints: glyph, word and colour say the same. */
export function MessageStateMark({ state, reason }: Pick<FleetMessageOut, 'state' | 'reason'>) {
  const waiting = state === 'waiting' && reason ? WAITING[reason.kind] : undefined;
  return <Status status={LOOKS[state]} word={waiting ?? STATE_WORDS[state]} />;
}
