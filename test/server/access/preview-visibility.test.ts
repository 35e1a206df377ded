import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { visibleNames } from '../../../src-renderer/shared/preview-frames/visible-types';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

/** The preview states what a customer sees, and the portal's API decides it: separate code, which must agree. */
const server = startedOnce(startTestServer);
let app: string;
beforeAll(async () => {
  app = await server.create('/app', { name: 'Acme' });
});

const FLAGS = ['beta', 'internal', 'a.b', 'A_b-1'] as const;
const flags = fc.subarray([...FLAGS]);
const eventType = fc.record({ featureFlags: flags, archived: fc.boolean() });

test('for any catalog and any set of flags, the preview says what a token of that set is shown', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(eventType, { minLength: 1, maxLength: 8 }), flags, async (catalog, own) => {
      run += 1;
      const types = catalog.map((type, index) => ({
        name: `run${run}.type${index}`,
        description: '',
        archived: type.archived,
        featureFlags: type.featureFlags.length > 0 ? type.featureFlags : null,
      }));
      const written = await server.call('POST', '/environment/import', { eventTypes: types });
      expect(written.status).toBe(204);
      const { token } = (
        await server.call('POST', `/auth/app-portal-access/${app}`, { featureFlags: own, expiry: 3600 })
      ).json;
      const listed = await server.call('GET', '/event-type?limit=250', undefined, { token });
      const mine = listed.json.data
        .map(({ name }: { name: string }) => name)
        .filter((name: string) => name.startsWith(`run${run}.`));
      const visible = visibleNames(types, { featureFlags: own });
      expect(mine.toSorted()).toEqual([...visible].toSorted());
      for (const { name, archived } of types) {
        const response = await server.call('GET', `/event-type/${name}`, undefined, { token });
        if (!archived) expect(response.status, name).toBe(visible.has(name) ? 200 : 404);
      }
      for (const { name } of types) await server.call('DELETE', `/event-type/${name}?expunge=true`);
    }),
    { numRuns: 25 },
  );
}, 60_000);
