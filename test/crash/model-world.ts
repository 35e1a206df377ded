import type { FakeClock } from '../support/fake-clock';

/** How the receiver behind an endpoint answers until it is told otherwise. */
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

/** An endpoint as the engine was last told it is. */
export interface ModelEndpoint {
  readonly id: string;
  /** Its place in the list, and the first word of its path. */
  readonly index: number;
  readonly app: ModelApplication;
  /** Nothing is ever done to it, so that it shows whether it suffers from its neighbours. */
  readonly isQuiet: boolean;
  url: string;
  ownLimit: number | null;
  held: boolean;
  alive: boolean;
  mood: Mood;
  /** Its receiver asked for a pause until then, at this address. */
  quiet: { url: string; untilUs: number } | null;
}

export interface ModelApplication {
  readonly id: string;
  limit: number | null;
  alive: boolean;
}

/** A message that was answered as accepted. */
export interface ModelMessage {
  readonly n: number;
  readonly id: string;
  readonly app: ModelApplication;
  /** Endpoints the engine knew when it was handed in. */
  readonly meant: readonly ModelEndpoint[];
  readonly atUs: number;
}

/** A request that the engine asked the sender to make. */
export interface SendRecord {
  readonly endpoint: ModelEndpoint;
  readonly messageId: string;
  readonly n: number;
  /** Which life of the engine, counted from 0. */
  readonly life: number;
  readonly calledUs: number;
  /** The limit in force when it was granted. */
  readonly limit: number | null;
  /** When the receiver read it, on a clock of its own. Null: it never did. */
  arrivedUs: number | null;
  /** True when it met a connection that was closed already, or none could be opened; then it is no attempt. */
  stale: boolean;
}

export const limitOf = (endpoint: ModelEndpoint): number | null => endpoint.ownLimit ?? endpoint.app.limit;

/** Everything the model knows; outlives the lives of the engine. */
export class World {
  readonly clock: FakeClock;
  readonly applications: ModelApplication[] = [];
  readonly endpoints: ModelEndpoint[] = [];
  readonly messages: ModelMessage[] = [];
  readonly sends: SendRecord[] = [];
  /** What broke a promise as soon as it happened. */
  readonly violations: string[] = [];
  /** How each life ended; the one that runs is missing. */
  readonly ends: ('stop' | 'crash')[] = [];
  /** When each life could send at the earliest to an endpoint it found, on the monotonic clock. */
  readonly firstSendsUs: number[] = [];
  /** Stretches of the monotonic clock in which no send can be expected. */
  readonly blackouts: { readonly fromUs: number; readonly untilUs: number }[] = [];
  readonly #idOf = new Map<number, string>();
  readonly #random: () => number;
  #handedIn = 0;

  /** @param seed decides everything that is left to chance */
  constructor(clock: FakeClock, seed: number) {
    this.clock = clock;
    this.#random = numbersFrom(seed);
  }

  /** An even number from `from` to `to`. */
  between(from: number, to: number): number {
    return from + this.#random() * (to - from);
  }

  violated(what: string): void {
    this.violations.push(`${(this.clock.monotonicUs() / 1e6).toFixed(3)} s: ${what}`);
  }

  /** The number that the next message carries in its payload. */
  nextNumber(): number {
    return this.#handedIn++;
  }

  endpointAt(path: string): ModelEndpoint | undefined {
    return this.endpoints[Number(path.split('/')[1])];
  }

  /** Every try of a message must carry the same id. */
  checkId(n: number, messageId: string): void {
    const known = this.#idOf.get(n);
    if (known === undefined) this.#idOf.set(n, messageId);
    else if (known !== messageId) this.violated(`message ${n} was sent as ${known} and as ${messageId}`);
  }

  /** Checks what can be said about a send at the moment it starts, and writes it down. */
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
    if (quiet && quiet.url === endpoint.url && nowUs < quiet.untilUs) {
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

/** Numbers from 0 up to 1 that are the same for the same seed (a linear congruential generator). */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
