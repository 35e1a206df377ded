import type { FakeClock } from '../support/fake-clock';

/** How the receiver of an endpoint answers until changed. */
export const MOODS = [
  'ok',
  'slow',
  'error',
  'too-many',
  'too-many-pause',
  'unavailable-pause',
  'gone',
  'abort',
  'disable',
  'hang',
  'drop',
  'stale',
  'refused',
  'blocked',
  'short',
] as const;
export type Mood = (typeof MOODS)[number];

/** An endpoint as last reported to the engine. */
export interface ModelEndpoint {
  readonly id: string;
  /** Its index in the list, and the first segment of its path. */
  readonly index: number;
  readonly app: ModelApplication;
  /** Never changed, so that it shows whether its neighbours affect it. */
  readonly isQuiet: boolean;
  /** Gets one message at a time, in the order of acceptance. */
  readonly isOrdered: boolean;
  url: string;
  ownLimit: number | null;
  held: boolean;
  alive: boolean;
  mood: Mood;
  /** Its receiver at this address asked for a pause until then. */
  quiet: { url: string; untilUs: number } | null;
  /** Calls under way that end such a pause, at a moment that only the engine knows. */
  forgiving: number;
}

export interface ModelApplication {
  readonly id: string;
  limit: number | null;
  alive: boolean;
}

/** An accepted message. */
export interface ModelMessage {
  readonly n: number;
  readonly id: string;
  readonly app: ModelApplication;
  /** Endpoints that the engine knew when it was sent. */
  readonly meant: readonly ModelEndpoint[];
  readonly atUs: number;
}

/** A request that the engine passed to the sender. */
export interface SendRecord {
  readonly endpoint: ModelEndpoint;
  readonly messageId: string;
  readonly n: number;
  /** The life of the engine, counted from 0. */
  readonly life: number;
  readonly calledUs: number;
  /** The limit at its grant. */
  readonly limit: number | null;
  /** When the receiver read it, by its own clock. Null: never. */
  arrivedUs: number | null;
  /** True if its connection was already closed or none could be opened; then it is no attempt. */
  stale: boolean;
}

export const limitOf = (endpoint: ModelEndpoint): number | null => endpoint.ownLimit ?? endpoint.app.limit;

/** The state of the model, which outlives the engine's lives. */
export class World {
  readonly clock: FakeClock;
  readonly applications: ModelApplication[] = [];
  readonly endpoints: ModelEndpoint[] = [];
  readonly messages: ModelMessage[] = [];
  readonly sends: SendRecord[] = [];
  /** Ids of the endpoints whose receiver asked to give a message up. */
  readonly aborting = new Set<string>();
  /** Broken promises, recorded as they happened. */
  readonly violations: string[] = [];
  /** How each life ended, without the current one. */
  readonly ends: ('stop' | 'crash')[] = [];
  /** The earliest time each life could send to an endpoint it found, on the monotonic clock. */
  readonly firstSendsUs: number[] = [];
  /** Intervals of the monotonic clock in which no send can be expected. */
  readonly blackouts: { readonly fromUs: number; readonly untilUs: number }[] = [];
  readonly #idOf = new Map<number, string>();
  readonly #random: () => number;
  #handedIn = 0;

  /** @param seed decides everything that is left to chance */
  constructor(clock: FakeClock, seed: number) {
    this.clock = clock;
    this.#random = numbersFrom(seed);
  }

  /** A uniform random number from `from` to `to`. */
  between(from: number, to: number): number {
    return from + this.#random() * (to - from);
  }

  violated(what: string): void {
    this.violations.push(`${(this.clock.monotonicUs() / 1e6).toFixed(3)} s: ${what}`);
  }

  /** The number in the payload of the next message. */
  nextNumber(): number {
    return this.#handedIn++;
  }

  endpointAt(path: string): ModelEndpoint | undefined {
    return this.endpoints[Number(path.split('/')[1])];
  }

  /** Every attempt of a message must carry the same id. */
  checkId(n: number, messageId: string): void {
    const known = this.#idOf.get(n);
    if (known === undefined) this.#idOf.set(n, messageId);
    else if (known !== messageId) this.violated(`message ${n} was sent as ${known} and as ${messageId}`);
  }

  /** Checks what is known about a send when it starts, and records it. */
  sendStarts(path: string, messageId: string, body: string, life: number): SendRecord | null {
    const endpoint = this.endpointAt(path);
    if (!endpoint) {
      this.violated(`a request to ${path}, where no endpoint ever was`);
      return null;
    }
    const nowUs = this.clock.monotonicUs();
    const n: number = JSON.parse(body).n;
    const name = `endpoint ${endpoint.index}`;
    this.checkId(n, messageId);
    if (!endpoint.alive) this.violated(`${name} is deleted and was sent message ${n}`);
    else if (endpoint.held) this.violated(`${name} is held and was sent message ${n}`);
    if (new URL(endpoint.url).pathname !== path) this.violated(`${name} was sent message ${n} at ${path}`);
    const { quiet } = endpoint;
    if (quiet && endpoint.forgiving === 0 && quiet.url === endpoint.url && nowUs < quiet.untilUs) {
      this.violated(`${name} asked for a pause and was sent message ${n}`);
    }
    const record: SendRecord = {
      endpoint,
      messageId,
      n,
      life,
      calledUs: nowUs,
      limit: limitOf(endpoint),
      arrivedUs: null,
      stale: false,
    };
    this.sends.push(record);
    return record;
  }
}

/** Pseudo-random numbers from 0 to below 1, reproducible by seed (a linear congruential generator). */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
