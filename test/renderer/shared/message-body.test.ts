import { expect, it } from 'vitest';
import { laidOutBody, readMessage } from '../../../src-renderer/shared/attempt/message-body';

const messageWith = (payload: string) => `{"id":"msg_1","eventType":"a","payload":${payload},"tags":null}`;

it('a message body keeps its key order, number spelling, escapes and spaces', () => {
  const body = '{"b": 1.50, "1": 9007199254740993, "c": "\\u00e9", "b": -0}';
  const message = readMessage(messageWith(body));
  expect(message.body).toBe(body);
  expect(message).toMatchObject({ id: 'msg_1', tags: null, payload: { c: 'é' } });
});

it('a raw payload is shown without its wrapper', () => {
  expect(readMessage(messageWith('{"rawPayload":"<a>\\"1\\"</a>"}')).body).toBe('<a>"1"</a>');
  expect(readMessage(messageWith('{"rawPayload":"x","more":1}')).body).toBe('{"rawPayload":"x","more":1}');
});

it('a message has no body once its content was removed', () => {
  expect(readMessage(messageWith('{"expired":true}')).body).toBeNull();
  expect(readMessage(messageWith('{"expired":true,"amount":1}')).body).toBe('{"expired":true,"amount":1}');
});

it('a body is formatted with its numbers and key order, and one that is not JSON stays as it is', () => {
  expect(laidOutBody('{"b":1.50,"1":[]}')).toBe('{\n  "b": 1.50,\n  "1": []\n}');
  expect(laidOutBody('a=1&b=2')).toBe('a=1&b=2');
});
