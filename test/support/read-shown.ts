import { applicationSentence } from '../../src-renderer/admin/features/applications/application-state';
import { endpointHealth } from '../../src-renderer/portal/endpoints/endpoint-health';
import { messageVerdict } from '../../src-renderer/shared/attempt/message-verdict';
import { joinDeliveries } from '../../src-renderer/shared/attempt/use-message-deliveries';
import type { MessageEndpointOut } from '../../src-server/contract/attempt';
import type { AttentionOut } from '../../src-server/contract/attention';
import type { EndpointOut, EndpointStatsOut } from '../../src-server/contract/endpoint';
import type { ExplanationOut } from '../../src-server/contract/explanation';
import type { ApplicationOverviewOut } from '../../src-server/contract/fleet';
import type { FleetMessageOut } from '../../src-server/contract/fleet-message';
import type { MessageOutcomes } from '../../src-server/contract/message';
import { rawRequest } from './raw-request';
import type { TestServer } from './start-test-server';

/** An application whose endpoints and messages are read; the first is the oldest. */
export interface ShownPlace {
  readonly app: string;
  readonly endpoints: readonly string[];
  readonly messages: readonly string[];
  /** The token of its customer. */
  readonly portal: string;
  /** What the server had counted before its first message. */
  readonly before: CountedTotals;
}

export interface CountedTotals {
  readonly accepted: number;
  readonly succeeded: number;
  readonly failed: number;
}

interface Shown {
  readonly endpointId: string;
}
interface Attempt extends Shown {
  readonly status: number;
  readonly triggerType: number;
}
interface Stated {
  readonly id: string;
  readonly state: string;
}

type Shower = Pick<TestServer, 'call' | 'baseUrl'>;

export async function read(server: Shower, path: string, token?: string) {
  return (await server.call('GET', path, undefined, token ? { token } : {})).json;
}

/** What the server has counted since its start. */
export async function totals(server: Shower): Promise<CountedTotals> {
  const { accepted, succeeded, failed } = await metricsOf(server);
  return { accepted, succeeded, failed };
}

/** What pages, API and metrics say of one application, in the form of `expectedOf`. */
export async function statedIn(server: Shower, place: ShownPlace) {
  const { app, endpoints, portal } = place;
  const [sender, customer, list, attempts, states, figures] = await Promise.all([
    ofApplication(server, place),
    ofApplication(server, place, portal),
    listOf(server, place),
    attemptsOf(server, place),
    Promise.all(endpoints.map((id) => stateOf(server, place, id))),
    figuresOf(server, place),
  ]);
  const living: readonly EndpointOut[] = (await read(server, `/app/${app}/endpoint`)).data;
  const { tone } = applicationSentence(living);
  return { sender, customer, list, attempts, endpoints: states, ...figures, tone };
}

/** The state of each endpoint, as the list says it. */
export async function listedStates(server: Shower, { app, endpoints }: ShownPlace) {
  const { data }: { readonly data: readonly Stated[] } = await read(server, `/app/${app}/endpoint`);
  return endpoints.map((id) => data.find((endpoint) => endpoint.id === id)?.state);
}

/** The state that list, page, list of all applications, live view, attention and portal say of an endpoint; all of them, if they differ. */
export async function stateOf(server: Shower, { app, portal }: ShownPlace, id: string): Promise<string> {
  const path = `/app/${app}/endpoint`;
  const [list, page, shared, sharedPage, all, live, attention] = await Promise.all([
    read(server, path),
    read(server, `${path}/${id}`),
    read(server, path, portal),
    read(server, `${path}/${id}`, portal),
    read(server, '/fleet/endpoint?limit=250'),
    read(server, '/delivery-state'),
    read(server, '/fleet/attention'),
  ]);
  const among = ({ data }: { readonly data: readonly Stated[] }) =>
    data.find((endpoint) => endpoint.id === id)?.state;
  const named = (rows: readonly (Shown & { readonly state: string })[]) =>
    rows.find(({ endpointId }) => endpointId === id)?.state;
  const states = [
    ...[among(list), page.state, among(shared), sharedPage.state, among(all)],
    named(live.endpoints) ?? 'idle',
    named(attention.data) ?? page.state,
  ];
  return [...new Set(states)].join(' or ');
}

/** @param token of the customer; absent: read as the sender */
async function ofApplication(server: Shower, { app, endpoints, messages }: ShownPlace, token?: string) {
  const path = `/app/${app}`;
  const ofEach = <T>(ids: readonly string[], pathOf: (id: string) => string): Promise<T[][]> =>
    Promise.all(ids.map(async (id) => (await read(server, pathOf(id), token)).data));
  const inOrder = <T extends Shown>(rows: readonly T[]) =>
    endpoints.flatMap((id) => rows.filter(({ endpointId }) => endpointId === id));
  const [living, listed, total] = await Promise.all([
    read(server, `${path}/endpoint`, token),
    read(server, `${path}/msg?with_outcomes=true&with_content=false&limit=250`, token),
    read(server, `${path}/stats`, token),
  ]);
  const why = (await ofEach<ExplanationOut>(messages, (id) => `${path}/msg/${id}/why`)).map(inOrder);
  const reached = await ofEach<MessageEndpointOut>(
    messages,
    (id) => `${path}/msg/${id}/endpoint?expanded_statuses=true`,
  );
  const here = await ofEach<{ readonly id: string; readonly statusText: string }>(
    endpoints,
    (id) => `${path}/endpoint/${id}/msg?expanded_statuses=true&with_content=false&limit=250`,
  );
  const attempts = await ofEach<Attempt>(endpoints, (id) => `${path}/attempt/endpoint/${id}?limit=250`);
  const stats = inOrder<Shown & EndpointStatsOut>(total.data);
  const count = (is: (attempt: Attempt) => boolean) => attempts.map((all) => all.filter(is).length);
  return {
    listed: listed.data.map(({ outcomes }: { outcomes: MessageOutcomes }) => outcomes).toReversed(),
    atEndpoint: messages.map((id) => here.map((rows) => statusOf(rows, id))),
    reached: reached.map((rows) => endpoints.map((id) => statusOf(rows, id))),
    verdicts: messages.map((_, n) => {
      const deliveries = joinDeliveries(reached[n] ?? [], why[n] ?? [], living.data);
      const verdict = messageVerdict({ deliveries, isExpunged: false });
      return verdict === `Delivered to all ${endpoints.length} endpoints.`;
    }),
    why: why.map((all) => all.map(({ state }) => state)),
    again: why.map((all) => all.map(({ again }) => again)),
    took: why.map((all) => all.map(({ sentence }) => tookOf(sentence))),
    stats: stats.map(({ endpointId: _, ...counts }) => counts),
    single: await Promise.all(endpoints.map((id) => read(server, `${path}/endpoint/${id}/stats`, token))),
    arrived: stats.map((day) => endpointHealth({ state: 'active' }, day).ratio),
    manual: count(({ triggerType }) => triggerType === 1),
    succeeded: count(({ status }) => status === 0),
    failed: count(({ status }) => status === 2),
  };
}

/** The messages of all applications, also by the filter of their state. */
async function listOf(server: Shower, { app, messages }: ShownPlace) {
  const path = `/fleet/message?limit=250&app_id=${app}`;
  const rows: readonly FleetMessageOut[] = (await read(server, path)).data;
  const found = await Promise.all(
    (['failed', 'waiting', 'delivered'] as const).map(async (state) => {
      const { data }: { readonly data: readonly FleetMessageOut[] } = await read(
        server,
        `${path}&state=${state}`,
      );
      return { state, ids: data.map(({ id }) => id) };
    }),
  );
  return {
    outcomes: rows.toReversed().map(({ outcomes }) => outcomes),
    states: rows.toReversed().map(({ state }) => state),
    filtered: messages.map((id) =>
      found.flatMap(({ state, ids }) => (ids.includes(id) ? [state] : [])).join(' and '),
    ),
  };
}

/** The attempts of all applications. */
async function attemptsOf(server: Shower, { app, endpoints }: ShownPlace) {
  const all: readonly Attempt[] = (await read(server, `/fleet/attempt?limit=250&app_id=${app}`)).data;
  const count = (outcome: number) =>
    endpoints.map(
      (id) => all.filter(({ endpointId, status }) => endpointId === id && status === outcome).length,
    );
  return { succeeded: count(0), failed: count(2) };
}

/** Numbers of all that the server has, which is this application alone. */
async function figuresOf(server: Shower, { app, endpoints, before }: ShownPlace) {
  const [all, live, attention, queue, metrics] = await Promise.all([
    read(server, '/fleet/app'),
    read(server, '/delivery-state'),
    read(server, '/fleet/attention'),
    read(server, `/app/${app}/queue`),
    metricsOf(server),
  ]);
  const overview: ApplicationOverviewOut = all.data.find(
    (application: ApplicationOverviewOut) => application.appId === app,
  );
  const listed = attention.data.map(({ endpointId }: AttentionOut) => endpointId);
  return {
    counts: live.counts,
    attention: { rows: endpoints.map((id) => listed.includes(id)), total: attention.total },
    overview: {
      ...{ succeeded: sum(overview.succeeded), failed: sum(overview.failed) },
      ...{ endpoints: overview.endpoints, failing: overview.failing, held: overview.held },
      namesFailing: overview.failingEndpointId !== null,
    },
    waiting: [queue.waiting, sum(live.endpoints.map((endpoint: { queue: number }) => endpoint.queue))],
    metrics: {
      ...{ waiting: metrics.waiting, endpoints: metrics.endpoints },
      accepted: metrics.accepted - before.accepted,
      succeeded: metrics.succeeded - before.succeeded,
      failed: metrics.failed - before.failed,
    },
  };
}

async function metricsOf(server: Shower) {
  const { text } = await rawRequest(server.baseUrl, '/metrics');
  const value = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    );
  const states = text.matchAll(/^posthorn_endpoints\{state="(\w+)"\} (\d+)$/gm);
  return {
    accepted: value('posthorn_messages_accepted_total'),
    succeeded: value('posthorn_attempts_total{outcome="success"}'),
    failed: value('posthorn_attempts_total{outcome="refused"}'),
    waiting: value('posthorn_deliveries_waiting'),
    endpoints: Object.fromEntries([...states].map(([, state, count]) => [state, Number(count)])),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** How many attempts a sentence says that a message took. Null: it does not say. */
function tookOf(sentence: string): number | null {
  if (/, at the first attempt/.test(sentence)) return 1;
  const count = /(?:,| ) ?after (\d+) attempts?/.exec(sentence)?.[1];
  return count === undefined ? null : Number(count);
}

/** What a list says of one of its rows; "" where it has none. */
function statusOf(rows: readonly { readonly id: string; readonly statusText: string }[], id: string): string {
  return rows
    .filter((row) => row.id === id)
    .map(({ statusText }) => statusText)
    .join();
}
