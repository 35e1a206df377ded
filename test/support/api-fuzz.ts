import fc from 'fast-check';
import type { DescribedOperation } from '../../src-server/contract/api-description';
import { api, operationAt, resolve, responseFaults } from './described-api';
import {
  anyQueryValue,
  anyValue,
  BROKEN_BODIES,
  fieldsOf,
  ODD_HEADERS,
  ODD_SEGMENTS,
  validValue,
  withValue,
} from './fuzz-values';
import { STALL_MAX_MS } from './longest-stall';
import { type MeasuredServer, startMeasuredServer } from './measured-server';
import { sendRequest } from './send-request';
import { some } from './share';

/** What to send, as the counterexample of a failure shows it. */
interface FuzzRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Sent as JSON, if not undefined. */
  readonly body?: unknown;
  /** Sent verbatim. */
  readonly raw?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One operation of the description, with its path. */
export interface FuzzTarget {
  readonly method: string;
  readonly path: string;
  readonly operation: DescribedOperation;
}

export const targets: readonly FuzzTarget[] = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

/** From this many runs on, every odd value is sent to every operation. */
const LONG_RUNS = 20;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];

/**
 * Sends valid and invalid requests to a server and checks each response: it is never a server fault, it always matches
 * the description, and no other request is held up meanwhile. Deliveries reach nothing but the built-in receiver: no
 * endpoint created here is in the application that gets messages.
 */
export class ApiFuzz {
  readonly #server: MeasuredServer;
  readonly #options: fc.Parameters<[FuzzRequest]>;
  /** The ids in paths. Messages go only to `receiver` of `sender`, whatever happens to the other endpoint. */
  readonly #ids = {
    app: 'none',
    endpoint: 'none',
    sender: 'none',
    receiver: 'none',
    message: 'none',
    connection: 'none',
  };
  readonly #isLong: boolean;
  /** Whether something was changed since the last look: that may have deleted what others need. */
  #mayLackSomething = true;
  sent = 0;
  /** Maximum over all requests, each with the minimum of its runs. */
  longestStallMs = 0;
  /** How many responses had each status. */
  readonly statuses: Record<number, number> = {};

  private constructor(server: MeasuredServer, seed: number, runs: number) {
    this.#server = server;
    this.#options = { seed, numRuns: runs, verbose: 0 };
    this.#isLong = runs >= LONG_RUNS;
  }

  /** @param runs random requests for each field, parameter and operation */
  static async start(seed: number, runs: number): Promise<ApiFuzz> {
    return new ApiFuzz(await startMeasuredServer(), seed, runs);
  }

  stop(): Promise<void> {
    return this.#server.remove();
  }

  /** Runs everything for one operation. @throws Error with seed and request if a response is wrong */
  async run(target: FuzzTarget): Promise<void> {
    await this.#runWith(target, (request) => this.#send(request));
    const stallMs = await this.#server.longestStallMs();
    if (stallMs <= STALL_MAX_MS) this.longestStallMs = Math.max(this.longestStallMs, stallMs);
    // Something held the event loop: the same once more, measuring each request by itself.
    else await this.#runWith(target, (request) => this.#check(request));
  }

  async #runWith(target: FuzzTarget, send: (request: FuzzRequest) => Promise<void>): Promise<void> {
    if (this.#mayLackSomething) await this.#restore();
    this.#mayLackSomething = false;
    for (const request of this.#fixedRequests(target)) await send(request);
    for (const arbitrary of this.#randomRequests(target))
      await fc.assert(fc.asyncProperty(arbitrary, send), this.#options);
  }

  /** Sends a final request whose answer is known. */
  async expectAlive(): Promise<void> {
    await this.#restore();
    const health = await this.#server.call('GET', '/health');
    const message = await this.#server.call('GET', `/app/${this.#ids.sender}/msg/${this.#ids.message}`);
    if (health.json?.status !== 'ok' || message.json?.eventType !== 'fuzz.type') {
      throw new Error(`the server does not answer as before: ${health.text} ${message.text}`);
    }
  }

  #fixedRequests(target: FuzzTarget): FuzzRequest[] {
    const { method, operation } = target;
    const path = this.#pathOf(target);
    const body = exampleBody(operation);
    const requests: FuzzRequest[] = [];
    // Once for each path, whichever operation it has first.
    if (targets.find((other) => other.path === target.path) === target) {
      for (const other of this.#some(METHODS, target, 4)) {
        if (operationAt(other, path) === null && other !== 'OPTIONS')
          requests.push({ method: other, path, body: other === 'GET' ? undefined : {} });
      }
    }
    if (method !== 'GET') {
      for (const raw of this.#some(BROKEN_BODIES, target, 8)) requests.push({ method, path, raw });
    }
    for (const headers of this.#some(ODD_HEADERS, target, 8))
      requests.push({ method, path, headers, ...(method !== 'GET' && { body }) });
    for (const authorization of this.#some(['Bearer psth_wrong'], target, 4))
      requests.push({ method, path, headers: { authorization } });
    if (target.path.includes('{')) {
      for (const segment of this.#some(ODD_SEGMENTS, target, 8)) {
        requests.push({ method, path: this.#pathOf(target, segment), ...(method !== 'GET' && { body }) });
      }
    }
    return requests;
  }

  /** The whole list in a long run; in a short one some of it, others for each operation. */
  #some<T>(list: readonly T[], target: FuzzTarget, oneIn: number): readonly T[] {
    return this.#isLong ? list : some(list, oneIn, targets.indexOf(target));
  }

  #randomRequests(target: FuzzTarget): fc.Arbitrary<FuzzRequest>[] {
    const { method, operation } = target;
    const path = this.#pathOf(target);
    const found: fc.Arbitrary<FuzzRequest>[] = [];
    for (const { name, in: place, schema } of operation.parameters) {
      if (place !== 'query') continue;
      const valid = validValue(schema).map(String);
      const values = fc.oneof(anyQueryValue, valid);
      found.push(values.map((value) => ({ method, path: `${path}?${name}=${encodeURIComponent(value)}` })));
    }
    const given = operation.requestBody?.content['application/json']?.schema;
    if (given) {
      const schema = resolve(given);
      const example = exampleBody(operation);
      for (const field of this.#some(fieldsOf(schema), target, 6)) {
        const values = fc.oneof(
          { arbitrary: anyValue, weight: 3 },
          { arbitrary: validValue(field.schema), weight: 1 },
        );
        found.push(values.map((value) => ({ method, path, body: withValue(example, field.path, value) })));
      }
      found.push(validValue(schema).map((body) => ({ method, path, body })));
      found.push(anyValue.map((body) => ({ method, path, body })));
    }
    return found;
  }

  async #check(request: FuzzRequest): Promise<void> {
    const stallMs = await this.#server.stallOf(() => this.#send(request));
    this.longestStallMs = Math.max(this.longestStallMs, stallMs);
    if (stallMs > STALL_MAX_MS) throw new Error(`held the event loop for ${Math.round(stallMs)} ms`);
  }

  async #send(request: FuzzRequest): Promise<void> {
    const { method, path, body, raw, headers = {} } = request;
    const content = raw ?? (body === undefined || method === 'GET' ? undefined : safeJson(body));
    const { status, text } = await sendRequest(`${this.#server.baseUrl}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#server.adminToken}`,
        ...(content === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: content,
    });
    this.sent += 1;
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (status >= 200 && status < 300 && method !== 'GET') this.#mayLackSomething = true;
    const described = operationAt(method, path)?.responses[status] !== undefined;
    if (status >= 500 && !described) throw new Error(`${status} ${text}`);
    const faults = responseFaults(method, path, status, text === '' ? undefined : JSON.parse(text));
    if (faults.length > 0) throw new Error(`${faults.join('\n')}\n${text.slice(0, 1000)}`);
  }

  /** Restores the resources that requests need. */
  async #restore(): Promise<void> {
    const { call, baseUrl, adminToken } = this.#server;
    const ids = this.#ids;
    const isThere = async (path: string) => (await call('GET', path)).status === 200;
    const make = async (path: string, body: object) => (await call('POST', path, body)).json.id;
    if ((await call('GET', '/settings')).json.enforceHttps)
      await call('PATCH', '/settings', { enforceHttps: false });
    await call('PUT', '/event-type/fuzz.type', { description: '', schema: { type: 'object' } });
    if (!(await isThere(`/app/${ids.app}`))) ids.app = await make('/app', { name: 'Fuzz' });
    if (!(await isThere(`/app/${ids.app}/endpoint/${ids.endpoint}`))) {
      ids.endpoint = await make(`/app/${ids.app}/endpoint`, { url: `${baseUrl}/receiver/fuzz` });
    }
    if (!(await isThere(`/app/${ids.sender}`))) ids.sender = await make('/app', { name: 'Fuzz messages' });
    if (!(await isThere(`/app/${ids.sender}/endpoint/${ids.receiver}`))) {
      ids.receiver = await make(`/app/${ids.sender}/endpoint`, { url: `${baseUrl}/receiver/fuzz` });
    }
    if (!(await isThere(`/app/${ids.sender}/msg/${ids.message}`))) {
      ids.message = await make(`/app/${ids.sender}/msg`, { eventType: 'fuzz.type', payload: {} });
    }
    const copy = `/connections/${ids.connection}/working-copy`;
    if (!(await isThere(copy))) {
      // To itself: it is the only instance there is.
      ids.connection = await make('/connections', { name: 'Fuzz', baseUrl, token: adminToken });
      await call('POST', `/connections/${ids.connection}/working-copy/fetch`);
    }
  }

  /** @param odd replaces the last parameter */
  #pathOf({ path }: FuzzTarget, odd?: string): string {
    // Messages go where only the built-in receiver listens.
    const isOfMessages = path.includes('/msg') || path.includes('message');
    const names: Readonly<Record<string, string>> = {
      app: isOfMessages ? this.#ids.sender : this.#ids.app,
      endpoint: isOfMessages ? this.#ids.receiver : this.#ids.endpoint,
      message: this.#ids.message,
      name: 'fuzz.type',
      ...(path.startsWith('/connections/') && { id: this.#ids.connection }),
    };
    const last = path.lastIndexOf('{');
    return path.replace(/\{(\w+)\}/g, (_all, name: string, at: number) =>
      odd !== undefined && at === last ? odd : (names[name] ?? `${name}_none`),
    );
  }
}

function exampleBody(operation: DescribedOperation): unknown {
  return operation.requestBody?.content['application/json']?.example ?? {};
}

/** As JSON text; a value that JSON cannot express, such as a lone -0, becomes its JSON counterpart. */
function safeJson(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}
