import type { Page, Request } from '@playwright/test';
import fc from 'fast-check';
import { visibleNames } from '../../src-renderer/shared/preview-frames/visible-types';
import { expect, test } from '../support/browser-test';
import { AT_NIGHT, IS_WHOLE } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin } from './admin-page';
import { at, listed, portal } from './preview-page';

/**
 * For any catalog, a frame lists the same as the API does for a token with the same flags, and as the rule of
 * visibility; and nothing hidden crosses the network to the frame.
 */
let posthorn: RunningPosthorn;
let appId: string;
test.beforeAll(async () => {
  posthorn = await startPosthorn();
  appId = (await callApi<{ id: string }>(posthorn, 'POST', '/app', { name: 'Acme' })).id;
});
test.afterAll(() => posthorn?.dispose());

const FLAGS = ['beta', 'internal', 'A_b-1'] as const;
const flags = fc.subarray([...FLAGS]);
const eventType = fc.record({
  featureFlags: flags,
  archived: fc.boolean(),
  /** Its own group, or the one in its name. */
  ownGroup: fc.boolean(),
  /** How an endpoint of the application subscribes to it. */
  subscribed: fc.constantFrom('no', 'no', 'by name', 'by group'),
});

/** A word that occurs only in the texts of one event type. */
const mark = (run: number, index: number) => `zq${run}y${index}q`;

/** Everything that each frame requests and receives, by the letter of its set; each call begins anew. */
function listenToFrames(page: Page): () => Promise<ReadonlyMap<string, string>> {
  let heard: Promise<readonly [string, string]>[] = [];
  const read = async (request: Request): Promise<readonly [string, string]> => {
    const title = await (await request.frame().frameElement()).getAttribute('title');
    const letter = / by ([A-Z]) /.exec(title ?? '')?.[1] ?? '';
    const response = await request.response();
    const body = (await response?.text().catch(() => '')) ?? '';
    return [
      letter,
      `${request.url()} ${request.postData() ?? ''} ${JSON.stringify(request.headers())} ${body}`,
    ];
  };
  page.on('request', (request) => {
    // The window itself may know everything; files are the same for everybody.
    if (request.frame().parentFrame() === null || request.url().includes('/assets/')) return;
    heard.push(read(request).catch(() => ['', ''] as const));
  });
  return async () => {
    const all = new Map<string, string>();
    const until = heard;
    heard = [];
    for (const [letter, text] of await Promise.all(until))
      all.set(letter, `${all.get(letter) ?? ''}\n${text}`);
    return all;
  };
}

// Held by `preview-draft-pages.test.ts`, and `portal-catalog.spec.ts` (no byte of others).
test(
  'for any catalog a preview frame lists what the API returns, and receives no hidden event type',
  AT_NIGHT,
  async ({ context }) => {
    test.setTimeout(120_000);
    const page = await openAdmin(context, posthorn, '/local/catalog');
    await page.setViewportSize({ width: 1400, height: 900 });
    const heard = listenToFrames(page);
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(eventType, { minLength: 1, maxLength: 7 }),
        flags,
        flags,
        async (catalog, first, second) => {
          run += 1;
          const types = catalog.map((type, index) => ({
            name: `g${index % 2}.${mark(run, index)}`,
            description: `About ${mark(run, index)}.`,
            groupName: type.ownGroup ? `group_${mark(run, index)}` : null,
            archived: type.archived,
            featureFlags: type.featureFlags.length > 0 ? type.featureFlags : null,
            schemas: {
              1: { type: 'object', properties: { [`field_${mark(run, index)}`]: { type: 'string' } } },
            },
          }));
          // Archived event types can no longer be subscribed to.
          const subscribed = (how: string) =>
            types.filter(({ archived }, index) => !archived && catalog[index]?.subscribed === how);
          const byGroup = subscribed('by group').filter(({ groupName }) => groupName !== null);
          await callApi(posthorn, 'POST', '/environment/import', { eventTypes: types });
          const names = subscribed('by name').map(({ name }) => name);
          const groups = byGroup.map(({ groupName }) => groupName);
          const { id: endpointId } = await callApi<{ id: string }>(
            posthorn,
            'POST',
            `/app/${appId}/endpoint`,
            {
              url: 'https://open.example/',
              filterTypes: names.length > 0 ? names : null,
              filterGroups: groups.length > 0 ? groups : null,
            },
          );
          const sets = [
            { letter: 'A', name: 'First', colour: 'sky', featureFlags: first },
            { letter: 'B', name: 'Second', colour: 'rose', featureFlags: second },
          ] as const;
          await callApi(posthorn, 'PUT', '/catalog/flag-sets', { flagSets: sets });

          // Nothing is known from the run before.
          await page.reload();
          await goTo(page, posthorn, at('sets=AB'));
          for (const [index, set] of sets.entries()) {
            const rule = [...visibleNames(types, set)].sort();
            const { token } = await callApi<{ token: string }>(
              posthorn,
              'POST',
              `/auth/app-portal-access/${appId}`,
              { featureFlags: set.featureFlags },
            );
            const response = await fetch(`${posthorn.baseUrl}/api/v1/event-type?limit=250`, {
              headers: { authorization: `Bearer ${token}` },
            });
            const { data } = (await response.json()) as { data: { name: string }[] };
            expect(data.map(({ name }) => name).sort()).toEqual(rule);
            const title = portal(page, index + 1).getByRole('heading', { level: 1, name: 'Event catalog' });
            await expect(title).toBeVisible();
            await expect.poll(async () => (await listed(page, index + 1)).sort()).toEqual(rule);
          }
          const goAll = async (path: string, heading: string) => {
            await goTo(page, posthorn, at(`sets=AB&page=${encodeURIComponent(path)}`));
            for (const place of [1, 2])
              await expect(portal(page, place).getByRole('heading', { level: 1 })).toContainText(heading);
          };
          await goAll('/endpoints/new', 'Add endpoint');
          await goAll('/endpoints', 'Endpoints');
          await goAll(`/endpoints/${endpointId}`, 'open.example');
          await goAll('/messages', 'Messages');
          const shown = types.find((type) => sets.every((set) => visibleNames(types, set).has(type.name)));
          if (shown) await goAll(`/catalog/${shown.name}`, shown.name);

          const traffic = await heard();
          for (const set of sets) {
            const text = traffic.get(set.letter) ?? '';
            expect(text, 'the frame asked for the catalog').toContain('/api/v1/event-type');
            const seen = visibleNames(types, set);
            for (const [index, { name }] of types.entries()) {
              // By the rule of flags, names and groups that a customer subscribed to stay listed at the endpoint.
              if (seen.has(name) || names.includes(name) || byGroup.some((type) => type.name === name))
                continue;
              expect(text, `${name} for ${set.letter}`).not.toContain(mark(run, index));
            }
          }
          await goTo(page, posthorn, '/local/catalog');
          await callApi(posthorn, 'DELETE', `/app/${appId}/endpoint/${endpointId}`);
          for (const { name } of types) await callApi(posthorn, 'DELETE', `/event-type/${name}?expunge=true`);
        },
      ),
      { numRuns: IS_WHOLE ? 4 : 1, endOnFailure: true },
    );
  },
);
