import { expect, test } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import { Traffic } from '../../../src-server/live/traffic';
import { FakeClock } from '../../support/fake-clock';

const QUEUE = {
  appId: 'app_1',
  held: null,
  ...{ disabled: false, paused: false, isFailing: false },
  rateLimit: 10,
  oldestDueAt: null,
  due: 0,
  inFlight: 0,
};

test('the second of thousands of endpoints ends in several turns of the event loop, and is whole', () => {
  const clock = new FakeClock(1_700_000_040_000);
  const store = { add: async () => {}, list: async () => [], listOfApplication: async () => [] };
  const traffic = new Traffic({ clock, log: createLog('silent'), store });
  let ended = 0;
  traffic.begin([], [], () => {
    ended += 1;
    return QUEUE;
  });
  const many = Array.from({ length: 2500 }, (_, n) => `ep_${n}`);
  for (const id of many) traffic.arrived(id, clock.now());
  const inOneTurn: number[] = [];
  const { setTimer } = clock;
  clock.setTimer = (...timer) => {
    inOneTurn.push(ended);
    ended = 0;
    return setTimer.apply(clock, timer);
  };
  ended = 0;
  clock.advance(1000);
  expect(inOneTurn).toEqual([1000, 1000, 500]);
  for (const id of many) expect(traffic.seconds(id, 0, 2_000_000_000)).toHaveLength(1);
});
