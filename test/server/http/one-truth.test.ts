import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FakeClock } from '../../support/fake-clock';
import { listedStates, read, type ShownPlace, statedIn, stateOf, totals } from '../../support/read-shown';
import { startReceiver } from '../../support/receiver';
import { IS_WHOLE } from '../../support/share';
import {
  expectedOf,
  type ModelEndpoint,
  ShownModel,
  type SingleStep,
  type Step,
  stateOfCrowded,
  statesOf,
} from '../../support/shown-model';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

/** 500 in a run by hand. */
const HISTORIES = Number(process.env.POSTHORN_HISTORIES ?? (IS_WHOLE ? 12 : 4));
const RETRY_S = 600;
const SCHEDULE_S = [RETRY_S, RETRY_S];
/** Longer than any wait between two attempts, which vary by a fifth. */
const PASS_MS = 1.3 * RETRY_S * 1000;
const ENDPOINTS = 2;
/** Of the stopped clock, while what was asked for happens. */
const TICK_MS = 20;
const TICKS_MOST = 400;
/** Messages of a crowd: with one a second, most of them still wait after so many of its ticks. */
const CROWD = 6;
const CROWD_TICK_MS = 5;

const clock = new FakeClock(Date.now());
const works = new Map<string, boolean>();
const receiver = startedOnce(() =>
  startReceiver(({ path }) => ({ status: works.get(path) === false ? 500 : 200 })),
);
const server = startedOnce(() =>
  startTestServer({ config: { retryScheduleS: SCHEDULE_S }, parts: { clock } }),
);

const at = fc.nat(ENDPOINTS - 1);
const message = fc.nat(3);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ do: 'send' } as const) },
  { weight: 2, arbitrary: fc.constant({ do: 'pass' } as const) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom('break', 'break', 'repair', 'pause', 'resume', 'retry-all', 'recover'),
      at,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('limit' as const), at, rate: fc.constantFrom(null, 5, 50) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('retry', 'resend'), message, at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crowd' as const), at, late: fc.boolean() }) },
);

/** One application in which a history happens. */
interface Place extends ShownPlace {
  readonly messages: string[];
}

async function arrange(): Promise<Place> {
  const app = await server.create('/app', { name: 'Acme' });
  const endpoints: string[] = [];
  for (let n = 0; n < ENDPOINTS; n++) {
    works.set(`/${app}/${n}`, true);
    endpoints.push(await server.create(`/app/${app}/endpoint`, { url: `${receiver.baseUrl}/${app}/${n}` }));
  }
  const portal = await server.portalToken(app);
  return { app, endpoints, messages: [], portal, before: await totals(server) };
}

/** Lets time pass until this holds, or for long enough that it never will. */
async function until(holds: () => Promise<boolean>, tickMs = TICK_MS): Promise<void> {
  for (let n = 0; n < TICKS_MOST && !(await holds()); n++) {
    clock.advance(tickMs);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Does a step, and waits until all attempts that it brings have ended. */
async function act(place: Place, model: ShownModel, step: Step): Promise<void> {
  if (step.do === 'crowd') await crowd(place, model, step);
  else await actOnce(place, model, step);
}

/** Looks at an endpoint while its limit spreads out what came before. */
async function crowd(place: Place, model: ShownModel, { at, late }: { at: number; late: boolean }) {
  const { app, endpoints } = place;
  const endpoint = endpoints[at] as string;
  await actOnce(place, model, { do: 'pause', at });
  for (let n = 0; n < CROWD; n++) await actOnce(place, model, { do: 'send' });
  if (late) await actOnce(place, model, { do: 'pass' });
  const expected = stateOfCrowded(model.endpoints[at] as ModelEndpoint, late);
  await server.call('PATCH', `/app/${app}/endpoint/${endpoint}`, { paused: false, rateLimit: 1 });
  await expectSaid(() => stateOf(server, place, endpoint), expected, CROWD_TICK_MS);
  await actOnce(place, model, { do: 'limit', at, rate: null });
  await actOnce(place, model, { do: 'resume', at });
}

async function actOnce(place: Place, model: ShownModel, step: SingleStep): Promise<void> {
  const { app, endpoints, messages } = place;
  const path = 'at' in step ? `/app/${app}/endpoint/${endpoints[step.at]}` : '';
  const since = new Date(clock.now() - 86_400_000).toISOString();
  const change = (body: object) => server.call('PATCH', path, body);
  switch (step.do) {
    case 'send':
      messages.push(await server.create(`/app/${app}/msg`, { eventType: 'a.b', payload: {} }));
      break;
    case 'pass':
      clock.advance(PASS_MS);
      break;
    case 'break':
    case 'repair':
      works.set(`/${app}/${step.at}`, step.do === 'repair');
      break;
    case 'pause':
    case 'resume':
      await change({ paused: step.do === 'pause' });
      break;
    case 'limit':
      await change({ rateLimit: step.rate });
      break;
    case 'retry-all':
    case 'recover': {
      const body = step.do === 'recover' ? { since } : {};
      const { json } = await server.call(
        'POST',
        `${path}/${step.do === 'recover' ? 'recover' : 'retry-now'}`,
        body,
      );
      await until(async () => (await read(server, `/background-task/${json.id}`)).status !== 'running');
      break;
    }
    case 'retry':
    case 'resend': {
      const id = messages[step.message];
      if (id === undefined) return;
      const endpointId = endpoints[step.at];
      if (step.do === 'retry') await server.call('POST', `/app/${app}/msg/${id}/retry-now`, { endpointId });
      else await server.call('POST', `/app/${app}/msg/${id}/endpoint/${endpointId}/resend`);
    }
  }
  model.take(step);
  for (const [n, endpoint] of model.endpoints.entries()) {
    const made = endpoint.succeeded + endpoint.failed;
    await until(
      async () => (await read(server, `/app/${app}/attempt/endpoint/${endpoints[n]}/count`)).count >= made,
    );
  }
}

/** What a reader says once everything has happened. */
async function expectSaid(say: () => Promise<unknown>, expected: unknown, tickMs = TICK_MS): Promise<void> {
  let found: unknown;
  await until(async () => {
    found = await say();
    return isDeepStrictEqual(found, expected);
  }, tickMs);
  expect(found).toEqual(expected);
}

test(
  `${HISTORIES} random histories of messages, retries, recoveries, pauses and limits are reported alike by every reader`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const place = await arrange();
        const model = new ShownModel(ENDPOINTS, SCHEDULE_S.length + 1);
        for (const step of steps) {
          await act(place, model, step);
          await expectSaid(() => listedStates(server, place), statesOf(model));
        }
        await expectSaid(() => statedIn(server, place), expectedOf(model));
        await server.call('DELETE', `/app/${place.app}`);
      }),
      { seed: 20261128, numRuns: HISTORIES, endOnFailure: true },
    );
  },
  30_000 + 5000 * HISTORIES,
);
