import { expect, test } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import type { DeliveryStateOut, EndpointTraffic } from '../../../src-server/contract/traffic';
import { mergeDeliveryStates, noEndpoints } from '../../../src-server/live/merge-delivery-states';
import { Traffic } from '../../../src-server/live/traffic';
import { FakeClock } from '../../support/fake-clock';

const NONE = noEndpoints();
const endpoint = (endpointId: string, state: EndpointTraffic['state'], queue: number) =>
  ({ endpointId, state, queue }) as EndpointTraffic;

test('the parts of several nodes add up, problems first', () => {
  const parts: DeliveryStateOut[] = [
    {
      counts: { ...NONE, active: 1, delayed: 1, idle: 3 },
      endpoints: [endpoint('ep_1', 'delayed', 5), endpoint('ep_2', 'active', 1)],
      ...{ omitted: 0, waiting: 6 },
    },
    {
      counts: { ...NONE, failing: 1, delayed: 2, idle: 1 },
      endpoints: [endpoint('ep_3', 'failing', 1), endpoint('ep_4', 'delayed', 9)],
      ...{ omitted: 1, waiting: 30 },
    },
  ];
  const merged = mergeDeliveryStates(parts);
  expect(merged.counts).toEqual({ ...NONE, failing: 1, delayed: 3, active: 1, idle: 4 });
  expect(merged.endpoints.map(({ endpointId }) => endpointId)).toEqual(['ep_3', 'ep_4', 'ep_1', 'ep_2']);
  expect(merged).toMatchObject({ omitted: 1, waiting: 36 });
});

test('of very many endpoints, the thousand most urgent are listed, and the rest is counted', () => {
  const part = (prefix: string): DeliveryStateOut => ({
    counts: { ...NONE, active: 800 },
    endpoints: Array.from({ length: 800 }, (_, n) => endpoint(`${prefix}${n}`, 'active', n)),
    ...{ omitted: 0, waiting: 0 },
  });
  const merged = mergeDeliveryStates([part('a'), part('b')]);
  expect(merged.endpoints).toHaveLength(1000);
  expect(merged.endpoints[0]?.queue).toBe(799);
  expect(merged.omitted).toBe(600);
});

test('of very many endpoints only those that are listed are described', () => {
  let described = 0;
  const queue = {
    get appId() {
      described += 1;
      return 'app_1';
    },
    ...{ disabled: false, paused: true, isFailing: false, held: null, rateLimit: null },
    ...{ oldestDueAt: null, due: 0, inFlight: 0 },
  };
  const traffic = new Traffic({ clock: new FakeClock(), log: createLog('silent'), store: {} as never });
  traffic.begin([], [], () => queue);
  const state = traffic.deliveryState(Array.from({ length: 3000 }, (_, n) => `ep_${n}`));
  expect([state.counts.paused, state.endpoints.length, state.omitted, described]).toEqual([
    ...[3000, 1000, 2000, 1000],
  ]);
});
