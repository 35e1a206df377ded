import { expect, test } from 'vitest';
import { BODY_ALLOWANCES } from '../../../src-server/contract/limits';
import { type BodyOwner, BodyRoom } from '../../../src-server/http/pipeline/body-room';
import { CollectedBody } from '../../../src-server/http/pipeline/collected-body';

const customer = (n: number): BodyOwner => ({
  key: `app ${n}`,
  maxBytes: BODY_ALLOWANCES.other,
  isSender: false,
});
const sender = (n: number): BodyOwner => ({
  key: `token ${n}`,
  maxBytes: BODY_ALLOWANCES.admin,
  isSender: true,
});
const status = (code: number) => expect.objectContaining({ status: code, retryAfterS: 1 });

/** What `grow` throws; null: nothing. */
function refusal(grow: () => void): unknown {
  try {
    grow();
    return null;
  } catch (cause) {
    return cause;
  }
}

test('a caller has room for its own share, and what is done makes room for more', () => {
  const room = new BodyRoom();
  const first = room.hold(customer(1));
  first.grow(BODY_ALLOWANCES.other - 10);
  const second = room.hold(customer(1));
  expect(refusal(() => second.grow(11))).toEqual(status(429));
  second.grow(10);
  expect(refusal(() => second.grow(11))).toEqual(status(429));
  first.release();
  first.release();
  second.grow(BODY_ALLOWANCES.other);
});

test('customers together leave room for the sender, and all together have a bound', () => {
  const room = new BodyRoom();
  const count = BODY_ALLOWANCES.others / BODY_ALLOWANCES.other;
  for (let n = 0; n < count; n++) room.hold(customer(n)).grow(BODY_ALLOWANCES.other);
  expect(refusal(() => room.hold(customer(count)).grow(1))).toEqual(status(503));
  room.hold(sender(1)).grow(BODY_ALLOWANCES.admin);
  const left = BODY_ALLOWANCES.all - BODY_ALLOWANCES.others - BODY_ALLOWANCES.admin;
  expect(refusal(() => room.hold(sender(2)).grow(left + 1))).toEqual(status(503));
  room.hold(sender(2)).grow(left);
});

test.each([0, 3, 20_000, 3_000_000])(
  'a body is what arrived, in chunks of any size, announced or not: %i bytes',
  (size) => {
    const sent = Buffer.from(Array.from({ length: size }, (_, n) => (n * 31) % 251));
    for (const announced of [0, size]) {
      const body = new CollectedBody(announced);
      for (let at = 0, n = 0; at < size; n++) {
        const chunk = sent.subarray(at, at + ([1, 7000, 300, 65_536][n % 4] ?? 1));
        body.add(chunk);
        at += chunk.length;
      }
      expect(body.bytes().equals(sent)).toBe(true);
    }
  },
);

test('a body that comes byte by byte takes little more memory than its bytes', () => {
  const body = new CollectedBody(0);
  const chunk = Buffer.from('x');
  const before = process.memoryUsage();
  for (let n = 0; n < 1_000_000; n++) body.add(chunk.subarray(0, 1));
  const after = process.memoryUsage();
  const grown = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
  expect(grown).toBeLessThan(60_000_000);
  expect(body.bytes().length).toBe(1_000_000);
});
