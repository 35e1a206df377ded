import { afterAll, beforeAll } from 'vitest';
import { type Receiver, type ReceiverResponse, startReceiver } from '../support/receiver';
import { startTestServer, type TestServer, type TestServerOptions } from '../support/start-test-server';
import { type Client, clientOf, type Loose, type Version } from './clients';
import { startWire, type Wire } from './wire';

/** A server, a receiver, and the wire between clients and server, with shortcuts for tests. */
export interface Bench {
  server: TestServer;
  readonly receiver: Receiver;
  readonly wire: Wire;
  /** A client over the wire, as the admin unless another token is given. */
  client(version: Version, token?: string): Client;
  /** Calls the API directly. @throws Error unless the response is 2xx and matches the description */
  api(method: string, path: string, body?: unknown): Promise<Loose>;
  /** A unique name. */
  fresh(name: string): string;
  /** Creates an application and returns its id. */
  app(body?: object): Promise<string>;
  /** Creates an endpoint at the receiver (see `answerAt`) and returns its id. */
  endpoint(app: string, body?: object): Promise<string>;
  /** Sends a message and returns its id. */
  message(app: string, body?: object): Promise<string>;
  /** The attempts of a message, newest first, as soon as there are `count`. */
  attempts(app: string, message: string, count?: number): Promise<Loose[]>;
  /** Polls until the response is as expected; the time limit of the test ends it. */
  until<T>(read: () => Promise<T | undefined | false>): Promise<T>;
}

/** A test bench for one file, available from the first hook. */
export function fileBench(options: TestServerOptions = {}): Bench {
  const bench = {} as { -readonly [K in keyof Bench]: Bench[K] };
  let count = 0;
  beforeAll(async () => {
    bench.server = await startTestServer(options);
    bench.receiver = await startReceiver(({ path }) => responseAt(path, bench.receiver.baseUrl));
    bench.wire = await startWire(() => bench.server.baseUrl);
  });
  afterAll(async () => {
    await bench.wire.close();
    await bench.server.remove();
    await bench.receiver.close();
  });
  bench.client = (version, token = bench.server.adminToken) => clientOf(version, bench.wire.baseUrl, token);
  bench.api = async (method, path, body) => {
    const { status, json, text } = await bench.server.call(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return json;
  };
  bench.fresh = (name) => `${name}-${++count}`;
  bench.app = async (body = {}) => (await bench.api('POST', '/app', { name: 'Acme', ...body })).id;
  bench.endpoint = async (app, body = {}) =>
    (await bench.api('POST', `/app/${app}/endpoint`, { url: bench.receiver.baseUrl, ...body })).id;
  bench.message = async (app, body = {}) =>
    (await bench.api('POST', `/app/${app}/msg`, { eventType: 'order.paid', payload: { n: 1 }, ...body })).id;
  bench.until = async (read) => {
    for (;;) {
      const value = await read();
      if (value !== undefined && value !== false) return value;
    }
  };
  bench.attempts = (app, message, wanted = 1) =>
    bench.until(async () => {
      const { data } = await bench.api('GET', `/app/${app}/attempt/msg/${message}`);
      return data.length >= wanted && data;
    });
  return bench;
}

/** The receiver answers 500 below `/fail`, the status that a path like `/status/403` names, and 200 elsewhere. */
function responseAt(path: string, baseUrl: string): ReceiverResponse {
  const status = Number(/^\/status\/(\d{3})/.exec(path)?.[1] ?? 200);
  if (status >= 300 && status < 400) return { status, headers: { location: `${baseUrl}/visited` } };
  if (status !== 200) return { status, body: 'as asked' };
  return path.startsWith('/fail') ? { status: 500, body: 'broken' } : { status: 200, body: 'thanks' };
}
