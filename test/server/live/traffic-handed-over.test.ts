import { expect, test } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import { Traffic } from '../../../src-server/live/traffic';
import type { TrafficMinute } from '../../../src-server/storage/messages/traffic-store';
import { FakeClock } from '../../support/fake-clock';

const QUEUE = {
  appId: 'app_1',
  held: null,
  ...{ disabled: false, paused: false, isFailing: false },
  rateLimit: 10,
  oldestDueAt: null,
  due: null,
  inFlight: 0,
};

test('the numbers of an endpoint leave with it, its minute so far is kept, and they begin anew where it goes', async () => {
  const clock = new FakeClock(1_700_000_040_000);
  const minutes: TrafficMinute[] = [];
  const store = {
    add: async (ended: readonly TrafficMinute[]) => void minutes.push(...ended),
    list: async () => [],
    listOfApplication: async () => [],
  };
  const traffic = new Traffic({ clock, log: createLog('silent'), store });
  const look = () => QUEUE;
  traffic.begin([{ endpointId: 'ep_1', waiting: 3 }], [], look);
  traffic.arrived('ep_1', clock.now());
  traffic.arrived('ep_2', clock.now());
  expect([traffic.waiting('ep_1'), traffic.queueTotal]).toEqual([4, 5]);

  traffic.left('ep_1');
  expect([traffic.waiting('ep_1'), traffic.queueTotal]).toEqual([0, 1]);

  traffic.begin([{ endpointId: 'ep_1', waiting: 6 }], [], look);
  expect([traffic.waiting('ep_1'), traffic.queueTotal]).toEqual([6, 7]);
  traffic.waits('ep_1', 2);
  expect([traffic.waiting('ep_1'), traffic.queueTotal]).toEqual([2, 3]);

  await traffic.stop();
  expect(minutes.filter(({ endpointId }) => endpointId === 'ep_1')[0]).toMatchObject({ arrivals: 1 });
});
