import { expect, test } from 'vitest';
import {
  messageCase,
  placeSentence,
} from '../../../../src-renderer/admin/features/deliveries/messages/message-case';
import type { MessageDelivery } from '../../../../src-renderer/shared/attempt/use-message-deliveries';

const delivery = (
  state: MessageDelivery['state'],
  more: Partial<Omit<MessageDelivery, 'endpoint'>> & { readonly endpoint?: object | null } = {},
) =>
  ({
    ...{
      endpointId: `ep_${state}`,
      url: `https://${state}.test/`,
      sentence: '',
      statusText: null,
      again: null,
    },
    ...{ state, endpoint: { disabled: false, paused: false }, ...more },
  }) as MessageDelivery;
const caseOf = (deliveries: readonly MessageDelivery[], more = {}) => {
  const { tone, word, act } = messageCase({ deliveries, isExpunged: false, isHidden: false, ...more });
  return [tone, word, act?.kind ?? null];
};

test('the case of a message offers the one act that fits its state', () => {
  expect(caseOf([delivery('waiting', { again: 'retry' })])).toEqual(['waiting', 'Retrying', 'retry']);
  expect(caseOf([delivery('failed', { again: 'resend' })])).toEqual(['failed', 'Failed', 'resend']);
  expect(caseOf([delivery('held', { endpoint: { disabled: false, paused: true } })])).toEqual([
    'waiting',
    'On hold',
    'resume',
  ]);
  expect(caseOf([delivery('held', { endpoint: { disabled: true, paused: true } })])).toEqual([
    'waiting',
    'On hold',
    'enable',
  ]);
  expect(caseOf([delivery('waiting', { ahead: 38 })])).toEqual(['waiting', 'Queued', 'limit']);
  expect(caseOf([delivery('delivered', { again: 'resend' })])).toEqual(['delivered', 'Delivered', null]);
});

test('a message that no endpoint took leads to the missing endpoint, to the filter, or to what the customer sees', () => {
  expect(caseOf([])).toEqual(['neutral', 'No endpoint', 'add']);
  expect(caseOf([delivery('not-sent', { absence: 'filter' })])).toEqual(['neutral', 'No endpoint', 'filter']);
  expect(caseOf([delivery('not-sent', { absence: 'filter' })], { isHidden: true })).toEqual([
    'neutral',
    'No endpoint',
    'view',
  ]);
});

test('the delivery that needs a person most decides the case of a message, as it does its verdict', () => {
  const deliveries = [
    ...[delivery('delivered', { again: 'resend' }), delivery('waiting', { again: 'retry' })],
    delivery('failed', { again: 'resend' }),
  ];
  expect(caseOf(deliveries)).toEqual(['failed', 'Failed', 'resend']);
});

test('nothing is offered for a deleted endpoint, a removed content, or what is on its way', () => {
  expect(caseOf([delivery('failed', { endpoint: null })])).toEqual(['failed', 'Failed', null]);
  expect(caseOf([delivery('failed', { again: 'resend' })], { isExpunged: true })).toEqual([
    'failed',
    'Failed',
    null,
  ]);
  expect(caseOf([delivery('sending')])).toEqual(['waiting', 'Sending', null]);
  expect(caseOf([delivery('waiting')])).toEqual(['waiting', 'Queued', null]);
  expect(caseOf([delivery('removed')])).toEqual(['neutral', 'Expired', null]);
});

test('a queued or held delivery has a sentence in place of a button', () => {
  expect(placeSentence({ state: 'waiting', again: null, ahead: 38 })).toBe('Queued, 38 ahead');
  expect(placeSentence({ state: 'waiting', again: null, ahead: 3437 })).toBe('Queued, 3,437 ahead');
  expect(placeSentence({ state: 'held', again: null })).toBe('On hold, next in the queue');
  expect(placeSentence({ state: 'sending', again: null })).toBe('Being sent now');
  expect(placeSentence({ state: 'waiting', again: 'retry' })).toBeNull();
  expect(placeSentence({ state: 'delivered', again: null })).toBeNull();
});
