import type { StatusText } from '../../../../src-server/contract/attempt';
import type { MessageState } from '../../../../src-server/contract/fleet-message';
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

/** The state of a message over all its endpoints: glyph, word and colour say the same. */
export function MessageStateMark({ state }: { readonly state: MessageState }) {
  return <Status status={LOOKS[state]} word={STATE_WORDS[state]} />;
}
