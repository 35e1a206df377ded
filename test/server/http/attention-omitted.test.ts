import { expect, test } from 'vitest';
import type { AttentionPageOut } from '../../../src-server/contract/attention';
import type { EndpointTraffic } from '../../../src-server/contract/traffic';
import type { Route } from '../../../src-server/http/route';
import { attentionRoutes } from '../../../src-server/http/routes/attention';
import { mergeDeliveryStates, noEndpoints } from '../../../src-server/live/merge-delivery-states';

test('delayed endpoints that are not listed, since only the 1,000 most urgent are known by name, are counted', async () => {
  const part = (prefix: string) => ({
    counts: { ...noEndpoints(), delayed: 700 },
    endpoints: Array.from(
      { length: 700 },
      (_, n) => ({ endpointId: `${prefix}${n}`, state: 'delayed', queue: n }) as EndpointTraffic,
    ),
    omitted: 0,
    waiting: 0,
  });
  const requests: (readonly string[])[] = [];
  const parts = {
    traffic: { deliveryState: () => mergeDeliveryStates([part('ep_a'), part('ep_b')]) },
    delivery: { endpointIds: () => [] },
    otherNodes: null,
    silentConsumers: async () => [],
    attention: {
      async list({ delayed = [] }: { readonly delayed?: readonly string[] }) {
        requests.push(delayed);
        return { rows: [], iterator: null, done: true, total: delayed.length + 3 };
      },
    },
  };
  const [list] = attentionRoutes(parts as never) as readonly [Route];
  const { body } = (await list.handler({ query: {} } as never)) as { readonly body: AttentionPageOut };
  expect(requests.map(({ length }) => length)).toEqual([1000]);
  expect(body).toMatchObject({ total: 1403, omitted: 400 });
});
