import { expect, test } from 'vitest';
import { endpointStatsRoutes } from '../../../src-server/http/routes/endpoint-stats';

const QUEUES = { ep_own: 3, ep_heard: 40, ep_unheard: 500 };

test('what waits for endpoints whose node gives no response is counted, and not taken for nothing', async () => {
  const rows = endpointStatsRoutes({
    delivery: { endpointIdsOf: () => Object.keys(QUEUES) },
    deliveries: { countWaiting: async (id: keyof typeof QUEUES) => QUEUES[id] },
    traffic: { waiting: (id: string) => (id === 'ep_own' ? QUEUES.ep_own : 0) },
    otherNodes: {
      sendsElsewhere: (id: string) => id !== 'ep_own',
      queues: async () => new Map([['ep_heard', { waiting: QUEUES.ep_heard }]]),
    },
  } as never);
  const row = rows.find(({ path }) => path.endsWith('/queue'));
  const response = await row?.handler({ application: { id: 'app_1' } } as never);
  expect(response?.body).toEqual({ waiting: 543 });
});
