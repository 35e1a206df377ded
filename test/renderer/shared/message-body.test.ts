import { expect, it } from 'vitest';
import { laidOutBody, readMessage } from '../../../src-renderer/shared/attempt/message-body';

const answerWith = (payload: string) => `{"id":"msg_1","eventType":"a","payload":${payload},"tags":null}`;

it('keeps the body as it was sent: order of keys, spelling of numbers, escapes and spaces', () => {
  const body = '{"b": 1.50, "1": 9007199254740993, "c": "\\u00e9", "b": -0}';
  const message = readMessage(answerWith(body));
  expect(message.body).toBe(body);
  expect(message).toMatchObject({ id: 'msg_1', tags: null, payload: { c: 'é' } });
});

it('takes a raw body out of its wrapping', () => {
  expect(readMessage(answerWith('{"rawPayload":"<a>\\"1\\"</a>"}')).body).toBe('<a>"1"</a>');
  expect(readMessage(answerWith('{"rawPayload":"x","more":1}')).body).toBe('{"rawPayload":"x","more":1}');
});

it('has no body once the content was removed', () => {
  expect(readMessage(answerWith('{"expired":true}')).body).toBeNull();
  expect(readMessage(answerWith('{"expired":true,"amount":1}')).body).toBe('{"expired":true,"amount":1}');
});

it('lays a body out with its numbers and order, and leaves what is no JSON as it is', () => {
  expect(laidOutBody('{"b":1.50,"1":[]}')).toBe('{\n  "b": 1.50,\n  "1": []\n}');
  expect(laidOutBody('a=1&b=2')).toBe('a=1&b=2');
});
