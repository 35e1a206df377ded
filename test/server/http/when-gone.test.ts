import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { whenGone } from '../../../src-server/http/when-gone';

test('all who wait for the end of a response are told once, by one listener', () => {
  const response = new EventEmitter();
  const onGone = whenGone(response as ServerResponse);
  expect(response.listenerCount('close')).toBe(0);
  const calls: number[] = [];
  for (let n = 0; n < 20; n += 1) onGone(() => calls.push(n));
  expect(response.listenerCount('close')).toBe(1);
  response.emit('close');
  response.emit('close');
  expect(calls).toEqual(Array.from({ length: 20 }, (_, n) => n));
});
