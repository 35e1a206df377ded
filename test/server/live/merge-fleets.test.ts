import { expect, test } from 'vitest';
import type { DeliveryStateOut, EndpointTraffic } from '../../../src-server/contract/traffic';
import { mergeFleets, noEndpoints } from '../../../src-server/live/merge-fleets';

const NONE = noEndpoints();
const endpoint = (endpointId: string, state: EndpointTraffic['state'], queue: number) =>
  ({ endpointId, state, queue }) as EndpointTraffic;

test('parts of a fleet add up, problems first', () => {
  const parts: DeliveryStateOut[] = [
    {
      counts: { ...NONE, active: 1, delayed: 1, idle: 3 },
      endpoints: [endpoint('ep_1', 'delayed', 5), endpoint('ep_2', 'active', 1)],
      omitted: 0,
    },
    {
      counts: { ...NONE, failing: 1, delayed: 2, idle: 1 },
      endpoints: [endpoint('ep_3', 'failing', 1), endpoint('ep_4', 'delayed', 9)],
      omitted: 1,
    },
  ];
  const merged = mergeFleets(parts);
  expect(merged.counts).toEqual({ ...NONE, failing: 1, delayed: 3, active: 1, idle: 4 });
  expect(merged.endpoints.map(({ endpointId }) => endpointId)).toEqual(['ep_3', 'ep_4', 'ep_1', 'ep_2']);
  expect(merged.omitted).toBe(1);
});

test('of very many endpoints, the thousand most urgent are listed, and the rest is counted', () => {
  const part = (prefix: string): DeliveryStateOut => ({
    counts: { ...NONE, active: 800 },
    endpoints: Array.from({ length: 800 }, (_, n) => endpoint(`${prefix}${n}`, 'active', n)),
    omitted: 0,
  });
  const merged = mergeFleets([part('a'), part('b')]);
  expect(merged.endpoints).toHaveLength(1000);
  expect(merged.endpoints[0]?.queue).toBe(799);
  expect(merged.omitted).toBe(600);
});
