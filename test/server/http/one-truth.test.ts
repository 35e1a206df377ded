import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messageVerdict } from '../../../src-renderer/shared/attempt/message-verdict';
import { joinDeliveries } from '../../../src-renderer/shared/attempt/use-message-deliveries';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import { FakeClock } from '../../support/fake-clock';
import { rawRequest } from '../../support/raw-request';
import { startReceiver } from '../../support/receiver';
import { expectedOf, ShownModel, type Step } from '../../support/shown-model';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

/** 500 in a run by hand. */
const HISTORIES = Number(process.env.POSTHORN_HISTORIES ?? 20);
const RETRY_S = 600;
const SCHEDULE_S = [RETRY_S, RETRY_S];
/** Longer than any wait between two attempts, which vary by a fifth. */
const PASS_MS = 1.3 * RETRY_S * 1000;
const ENDPOINTS = 2;
/** Of the stopped clock, while what was asked for happens. */
const TICK_MS = 20;
const TICKS_MOST = 400;

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
);

/** One application in which a history happens. */
interface Place {
  readonly app: string;
  readonly endpoints: readonly string[];
  readonly messages: string[];
  readonly portal: string;
}

const read = async (path: string, token?: string) =>
  (await server.call('GET', path, undefined, token ? { token } : {})).json;

async function arrange(): Promise<Place> {
  const app = await server.create('/app', { name: 'Acme' });
  const endpoints: string[] = [];
  for (let n = 0; n < ENDPOINTS; n++) {
    works.set(`/${app}/${n}`, true);
    endpoints.push(await server.create(`/app/${app}/endpoint`, { url: `${receiver.baseUrl}/${app}/${n}` }));
  }
  return { app, endpoints, messages: [], portal: await server.portalToken(app) };
}

/** Lets time pass until this holds, or for long enough that it never will. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let n = 0; n < TICKS_MOST && !(await holds()); n++) {
    clock.advance(TICK_MS);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Does a step, and waits until all attempts that it brings have ended. */
async function act({ app, endpoints, messages }: Place, model: ShownModel, one: Step): Promise<void> {
  const path = 'at' in one ? `/app/${app}/endpoint/${endpoints[one.at]}` : '';
  const since = new Date(clock.now() - 86_400_000).toISOString();
  const change = (body: object) => server.call('PATCH', path, body);
  switch (one.do) {
    case 'send':
      messages.push(await server.create(`/app/${app}/msg`, { eventType: 'a.b', payload: {} }));
      break;
    case 'pass':
      clock.advance(PASS_MS);
      break;
    case 'break':
    case 'repair':
      works.set(`/${app}/${one.at}`, one.do === 'repair');
      break;
    case 'pause':
    case 'resume':
      await change({ paused: one.do === 'pause' });
      break;
    case 'limit':
      await change({ rateLimit: one.rate });
      break;
    case 'retry-all':
    case 'recover': {
      const body = one.do === 'recover' ? { since } : {};
      const { json } = await server.call(
        'POST',
        `${path}/${one.do === 'recover' ? 'recover' : 'retry-now'}`,
        body,
      );
      await until(async () => (await read(`/background-task/${json.id}`)).status !== 'running');
      break;
    }
    case 'retry':
    case 'resend': {
      const id = messages[one.message];
      if (id === undefined) return;
      const endpointId = endpoints[one.at];
      if (one.do === 'retry') await server.call('POST', `/app/${app}/msg/${id}/retry-now`, { endpointId });
      else await server.call('POST', `/app/${app}/msg/${id}/endpoint/${endpointId}/resend`);
    }
  }
  model.take(one);
  for (const [n, endpoint] of model.endpoints.entries()) {
    const made = endpoint.succeeded + endpoint.failed;
    await until(async () => (await read(`/app/${app}/attempt/endpoint/${endpoints[n]}/count`)).count >= made);
  }
}

interface Named {
  readonly appId: string;
}
interface Shown {
  readonly endpointId: string;
}
interface Why extends Shown {
  readonly state: string;
  readonly again: string | null;
  readonly sentence: string;
}
interface Attempt {
  readonly status: number;
  readonly triggerType: number;
}

/** What each reader says, in the form of the model. */
async function said({ app, endpoints, messages, portal }: Place) {
  const path = `/app/${app}`;
  const own = <T extends Named>(rows: readonly T[]) => rows.filter(({ appId }) => appId === app);
  const inOrder = <T extends Shown>(rows: readonly T[]) =>
    endpoints.flatMap((id) => rows.filter(({ endpointId }) => endpointId === id));
  const ofEach = <T>(ids: readonly string[], pathOf: (id: string) => string): Promise<T[][]> =>
    Promise.all(ids.map(async (id) => (await read(pathOf(id))).data));
  const why = (await ofEach<Why>(messages, (id) => `${path}/msg/${id}/why`)).map(inOrder);
  const reached = await ofEach<never>(messages, (id) => `${path}/msg/${id}/endpoint?expanded_statuses=true`);
  const attempts = await ofEach<Attempt>(endpoints, (id) => `${path}/attempt/endpoint/${id}?limit=250`);
  const rows = own<Named & { outcomes: object; state: string }>(
    (await read('/fleet/message?limit=250')).data,
  );
  const [overview] = own<Named & { succeeded: number[]; failed: number[] }>((await read('/fleet/app')).data);
  const live = own<Named & { queue: number }>((await read('/delivery-state')).endpoints);
  const metrics = (await rawRequest(server.baseUrl, '/metrics')).text;
  const living: readonly EndpointOut[] = (await read(`${path}/endpoint`)).data;
  const states = await Promise.all(living.toReversed().map((one) => stateOf(one, path)));
  const stats = inOrder<Shown>((await read(`${path}/stats`)).data);
  const count = (is: (attempt: Attempt) => boolean) => attempts.map((all) => all.filter(is).length);
  const verdicts = messages.map((_, n) => {
    const deliveries = joinDeliveries(reached[n] ?? [], (why[n] ?? []) as never, living);
    return messageVerdict({ deliveries, isExpunged: false });
  });
  return {
    outcomes: rows.toReversed().map(({ outcomes }) => outcomes),
    states: rows.toReversed().map(({ state }) => state),
    verdicts: verdicts.map((verdict) => verdict.startsWith(`Delivered to all ${ENDPOINTS} `)),
    why: why.map((all) => all.map(({ state }) => state)),
    again: why.map((all) => all.map(({ again }) => again)),
    took: why.map((all) => all.map(({ sentence }) => tookOf(sentence))),
    stats: stats.map(({ endpointId: _, ...counts }) => counts),
    single: await Promise.all(endpoints.map((id) => read(`${path}/endpoint/${id}/stats`, portal))),
    manual: count(({ triggerType }) => triggerType === 1),
    succeeded: count(({ status }) => status === 0),
    failed: count(({ status }) => status === 2),
    endpoints: states,
    overview: { succeeded: sum(overview?.succeeded), failed: sum(overview?.failed) },
    attention: own((await read('/fleet/attention')).data).length,
    waiting: [
      (await read(`${path}/queue`)).waiting,
      sum(live.map(({ queue }) => queue)),
      Number(/^posthorn_deliveries_waiting (\d+)$/m.exec(metrics)?.[1]),
    ],
  };
}

interface Stated {
  readonly id: string;
  readonly state: string;
}

/** The state that list, page, fleet and live view say of an endpoint; all that they say, if they differ. */
async function stateOf({ id, state }: EndpointOut, path: string): Promise<string> {
  const fleet: readonly Stated[] = (await read('/fleet/endpoint?limit=250')).data;
  const live: readonly (Shown & Stated)[] = (await read('/delivery-state')).endpoints;
  const states = [
    state,
    (await read(`${path}/endpoint/${id}`)).state,
    fleet.find((one) => one.id === id)?.state,
    live.find(({ endpointId }) => endpointId === id)?.state ?? 'idle',
  ];
  return [...new Set(states)].join(' or ');
}

function sum(numbers: readonly number[] = []): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** How many attempts a sentence says that a message took. Null: it does not say. */
function tookOf(sentence: string): number | null {
  if (/, at the first attempt/.test(sentence)) return 1;
  const count = /(?:,| ) ?after (\d+) attempts?/.exec(sentence)?.[1];
  return count === undefined ? null : Number(count);
}

test(
  `${HISTORIES} random histories of messages, retries, recoveries, pauses and limits are reported alike by every reader`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const place = await arrange();
        const model = new ShownModel(ENDPOINTS, SCHEDULE_S.length + 1);
        for (const one of steps) await act(place, model, one);
        const expected = expectedOf(model);
        let found = await said(place);
        await until(async () => {
          found = await said(place);
          return isDeepStrictEqual(found, expected);
        });
        expect(found).toEqual(expected);
        await server.call('DELETE', `/app/${place.app}`);
      }),
      { seed: 20261128, numRuns: HISTORIES, endOnFailure: true },
    );
  },
  30_000 + 5000 * HISTORIES,
);
