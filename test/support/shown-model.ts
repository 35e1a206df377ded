import { ENDPOINT_STATES, type EndpointState } from '../../src-server/contract/endpoint-state';

/**
 * What every reader has to say of endpoints and messages, by the glossary alone: nothing here knows how the server
 * counts. An attempt ends at once, and time passes only by `pass`, which is longer than any wait between two attempts.
 */
export type Step =
  | { readonly do: 'send' }
  | { readonly do: 'pass' }
  | { readonly do: 'break' | 'repair' | 'pause' | 'resume' | 'retry-all' | 'recover'; readonly at: number }
  | { readonly do: 'limit'; readonly at: number; readonly rate: number | null }
  /** Messages that arrive while the endpoint is paused, for long if `late`; then a limit spreads them out. */
  | { readonly do: 'crowd'; readonly at: number; readonly late: boolean }
  | { readonly do: 'retry' | 'resend'; readonly message: number; readonly at: number };

/** A step that is not made of others. */
export type SingleStep = Exclude<Step, { readonly do: 'crowd' }>;

interface ModelDelivery {
  readonly manual: boolean;
  state: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  /** Those of the schedule. */
  planned: number;
  /** False: it waits for the time of its retry. */
  isDue: boolean;
}

export class ModelEndpoint {
  works = true;
  paused = false;
  rate: number | null = null;
  succeeded = 0;
  failed = 0;
  manual = 0;
  /** Whether its newest attempt failed. */
  isFailing = false;
  /** By message, in the order of acceptance. */
  readonly deliveries: ModelDelivery[][] = [];
}

/** The outcome of a message at an endpoint. */
export type ModelOutcome = 'success' | 'pending' | 'sending' | 'fail';

export class ShownModel {
  readonly endpoints: readonly ModelEndpoint[];
  messages = 0;
  readonly #plannedAttempts: number;

  /** @param plannedAttempts of each delivery, with the first */
  constructor(endpoints: number, plannedAttempts: number) {
    this.endpoints = Array.from({ length: endpoints }, () => new ModelEndpoint());
    this.#plannedAttempts = plannedAttempts;
  }

  /** What a step means. */
  take(step: SingleStep): void {
    if (step.do === 'send') this.#send();
    else if (step.do === 'pass') this.#pass();
    else this.#takeAt(this.endpoints[step.at] as ModelEndpoint, step);
  }

  #takeAt(
    endpoint: ModelEndpoint,
    step: Exclude<SingleStep, { readonly do: 'send' } | { readonly do: 'pass' }>,
  ): void {
    const deliveries = 'message' in step ? (endpoint.deliveries[step.message] ?? []) : [];
    if (step.do === 'limit') endpoint.rate = step.rate;
    else if (step.do === 'break' || step.do === 'repair') endpoint.works = step.do === 'repair';
    else if (step.do === 'pause' || step.do === 'resume') endpoint.paused = step.do === 'pause';
    else if (step.do === 'retry') this.#retry(endpoint, deliveries);
    else if (step.do === 'retry-all')
      for (const delivery of endpoint.deliveries) this.#retry(endpoint, delivery);
    else if (step.do === 'recover') {
      for (const delivery of endpoint.deliveries) if (outcomeOf(delivery) === 'fail') add(delivery, false);
    } else if (deliveries.some(({ state }) => state === 'waiting')) this.#retry(endpoint, deliveries);
    else if (deliveries.length > 0) add(deliveries, true);
    this.#sendDue(endpoint);
  }

  #send(): void {
    this.messages += 1;
    for (const endpoint of this.endpoints) {
      const deliveries: ModelDelivery[] = [];
      add(deliveries, false);
      endpoint.deliveries.push(deliveries);
      this.#sendDue(endpoint);
    }
  }

  #pass(): void {
    for (const endpoint of this.endpoints) {
      for (const delivery of endpoint.deliveries.flat()) delivery.isDue = true;
      this.#sendDue(endpoint);
    }
  }

  #sendDue(endpoint: ModelEndpoint): void {
    if (endpoint.paused) return;
    for (const delivery of endpoint.deliveries.flat())
      if (delivery.state === 'waiting' && delivery.isDue) this.#attempt(endpoint, delivery, false);
  }

  /** Only what waits for its time; what is queued or held is left alone. */
  #retry(endpoint: ModelEndpoint, deliveries: readonly ModelDelivery[]): void {
    const delivery = deliveries.find(({ state }) => state === 'waiting');
    if (delivery && !delivery.isDue && !endpoint.paused) this.#attempt(endpoint, delivery, true);
  }

  #attempt(endpoint: ModelEndpoint, delivery: ModelDelivery, isExtra: boolean): void {
    delivery.attempts += 1;
    if (!isExtra) delivery.planned += 1;
    if (isExtra || delivery.manual) endpoint.manual += 1;
    endpoint.isFailing = !endpoint.works;
    endpoint[endpoint.works ? 'succeeded' : 'failed'] += 1;
    delivery.isDue = false;
    if (endpoint.works) delivery.state = 'delivered';
    else if (delivery.manual || (!isExtra && delivery.planned >= this.#plannedAttempts))
      delivery.state = 'failed';
  }
}

function add(deliveries: ModelDelivery[], manual: boolean): void {
  deliveries.push({ manual, state: 'waiting', attempts: 0, planned: 0, isDue: true });
}

/** How a message stands at an endpoint: what was recovered has arrived. */
export function outcomeOf(deliveries: readonly ModelDelivery[]): ModelOutcome {
  const has = (state: ModelDelivery['state']) => deliveries.some((delivery) => delivery.state === state);
  if (has('delivered')) return 'success';
  if (has('waiting')) return deliveries.some(({ attempts }) => attempts > 0) ? 'sending' : 'pending';
  return 'fail';
}

const countsOf = (outcomes: readonly ModelOutcome[]) => {
  const count = (outcome: ModelOutcome) => outcomes.filter((found) => found === outcome).length;
  return {
    ...{ success: count('success'), pending: count('pending'), sending: count('sending') },
    ...{ fail: count('fail'), canceled: 0 },
  };
};

/** What each reader has to say after the steps that the model took, message by message and endpoint by endpoint. */
export function expectedOf(model: ShownModel) {
  const { endpoints, messages } = model;
  const outcomes = Array.from({ length: messages }, (_, n) =>
    endpoints.map(({ deliveries }) => outcomeOf(deliveries[n] ?? [])),
  );
  const waiting = endpoints.flatMap(({ deliveries }) => deliveries.flat()).filter(isWaiting).length;
  const succeeded = endpoints.map((endpoint) => endpoint.succeeded);
  const failed = endpoints.map((endpoint) => endpoint.failed);
  const states = statesOf(model);
  const count = (state: EndpointState) => states.filter((each) => each === state).length;
  const counts = Object.fromEntries(ENDPOINT_STATES.map((state) => [state, count(state)]));
  const ofMessages = outcomes.map((of) => {
    if (of.includes('fail')) return 'failed';
    return of.every((outcome) => outcome === 'success') ? 'delivered' : 'waiting';
  });
  const ofApplication = expectedOfApplication(model, outcomes);
  return {
    sender: ofApplication,
    customer: ofApplication,
    list: { outcomes: outcomes.map(countsOf), states: ofMessages, filtered: ofMessages },
    attempts: { succeeded, failed },
    endpoints: states,
    counts,
    attention: { rows: endpoints.map(({ isFailing }) => isFailing), total: sum(endpoints.map(newestFailed)) },
    overview: {
      ...{ succeeded: sum(succeeded), failed: sum(failed) },
      ...{ endpoints: endpoints.length, failing: count('failing'), held: count('paused') },
      namesFailing: count('failing') > 0,
    },
    tone: count('failing') > 0 ? 'failing' : count('paused') > 0 ? 'waiting' : 'fine',
    waiting: [waiting, waiting],
    metrics: {
      waiting,
      accepted: messages,
      succeeded: sum(succeeded),
      failed: sum(failed),
      endpoints: counts,
    },
  };
}

/** What can be read of the application, with the key of the sender as with that of the customer. */
function expectedOfApplication({ endpoints, messages }: ShownModel, outcomes: readonly ModelOutcome[][]) {
  const each = <T>(say: (endpoint: ModelEndpoint, deliveries: readonly ModelDelivery[]) => T) =>
    Array.from({ length: messages }, (_, n) =>
      endpoints.map((endpoint) => say(endpoint, endpoint.deliveries[n] ?? [])),
    );
  const stats = endpoints.map(({ deliveries }) => countsOf(deliveries.map(outcomeOf)));
  return {
    listed: outcomes.map(countsOf),
    atEndpoint: outcomes,
    reached: outcomes,
    verdicts: outcomes.map((of) => of.every((outcome) => outcome === 'success')),
    why: each(whyOf),
    again: each(againOf),
    took: each((_, deliveries) => tookOf(deliveries)),
    ...{ stats, single: stats },
    arrived: stats.map(({ success, fail, sending }) => {
      const tried = success + fail + sending;
      return tried === 0 ? null : Math.floor((success / tried) * 100) / 100;
    }),
    manual: endpoints.map(({ manual }) => manual),
    succeeded: endpoints.map(({ succeeded }) => succeeded),
    failed: endpoints.map(({ failed }) => failed),
  };
}

/** The state of each endpoint. */
export function statesOf({ endpoints }: ShownModel): readonly EndpointState[] {
  return endpoints.map(stateOf);
}

/** Nothing is queued here while its receiver answers at once. */
function stateOf({ paused, isFailing, succeeded, failed, deliveries }: ModelEndpoint): EndpointState {
  if (paused) return 'paused';
  if (isFailing) return 'failing';
  if (deliveries.flat().some(isWaiting)) return 'recovering';
  return succeeded + failed > 0 ? 'active' : 'idle';
}

/** While a limit spreads out the crowd, of which the first has been sent. */
export function stateOfCrowded({ works, deliveries }: ModelEndpoint, late: boolean): EndpointState {
  if (!works) return 'failing';
  if (late) return 'delayed';
  const hasRetries = deliveries.flat().some((delivery) => isWaiting(delivery) && !delivery.isDue);
  return hasRetries ? 'recovering' : 'queued';
}

const isWaiting = ({ state }: ModelDelivery) => state === 'waiting';
const newestFailed = ({ isFailing }: ModelEndpoint) => (isFailing ? 1 : 0);

function whyOf({ paused }: ModelEndpoint, deliveries: readonly ModelDelivery[]): string {
  const outcome = outcomeOf(deliveries);
  if (outcome === 'success') return 'delivered';
  if (outcome === 'fail') return 'failed';
  return paused ? 'held' : 'waiting';
}

function againOf({ paused }: ModelEndpoint, deliveries: readonly ModelDelivery[]): 'retry' | 'resend' | null {
  const waiting = deliveries.find(({ state }) => state === 'waiting');
  if (!waiting) return 'resend';
  return !paused && waiting.planned > 0 && !waiting.isDue ? 'retry' : null;
}

/** How many attempts a message that has ended took. Null: it has not. */
function tookOf(deliveries: readonly ModelDelivery[]): number | null {
  const outcome = outcomeOf(deliveries);
  if (outcome === 'pending' || outcome === 'sending') return null;
  const end = deliveries.findIndex(({ state }) => state === 'delivered');
  const until = end < 0 ? deliveries : deliveries.slice(0, end + 1);
  return sum(until.map(({ attempts }) => attempts));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
