import { expect, test } from 'vitest';
import { ReplyLimit } from '../../../src-server/storage/engine/reply-limit';
import { FakeClock } from '../../support/fake-clock';

const never = () => new Promise<never>(() => {});

test('time in which the process stalls does not count towards the response limit', async () => {
  const clock = new FakeClock();
  const limit = new ReplyLimit(3_500, { clock });
  const ended: string[] = [];
  limit.run(never, () => 'late').catch((cause) => ended.push(cause));
  clock.freeze(60_000);
  clock.advance(1_000);
  await Promise.resolve();
  expect(ended).toEqual([]);
  for (let n = 0; n < 14; n++) clock.advance(250);
  await Promise.resolve();
  expect(ended).toEqual(['late']);
});
