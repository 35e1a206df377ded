import { setTimeout } from 'node:timers/promises';
import type { RunningPosthorn } from '../support/start-posthorn';
import type { Oracle } from './start-oracle';

/** An endpoint at the oracle. */
export interface LoadEndpoint {
  /** Path at the oracle; its first segment determines the response. */
  readonly path: string;
  /** Its effective limit, its own or its application's. Null: none. */
  readonly limit: number | null;
  /** Only messages of this type. */
  readonly onlyType?: string;
  /** It gets its messages in strict order. */
  readonly ordered?: boolean;
}

/** An application under load. */
export interface LoadApplication {
  readonly appId: string;
  readonly endpoints: readonly LoadEndpoint[];
  /** Between two messages of one sender, in milliseconds. */
  readonly pauseMs: number;
  readonly senders: number;
}

/** A message that was accepted with 202. */
export interface Accepted {
  readonly key: string;
  readonly id: string;
  /** Its destinations. */
  readonly paths: readonly string[];
}

/** Calls the API; rejects without a successful response. */
export async function call(server: RunningPosthorn, method: string, path: string, body?: object) {
  const response = await fetch(`${server.baseUrl}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${server.adminToken}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

/** Creates applications as different as customers: fast, with both kinds of limits, with all kinds of failures. */
export async function createLoad(server: RunningPosthorn, oracle: Oracle): Promise<LoadApplication[]> {
  await call(server, 'POST', '/event-type', { name: 'odd', description: '' });
  const make = async (
    rateLimit: number | null,
    wanted: readonly Omit<LoadEndpoint, 'limit'>[],
    pace: { pauseMs: number; senders: number },
    ownLimit: number | null = null,
  ): Promise<LoadApplication> => {
    const { id: appId } = await call(server, 'POST', '/app', { name: 'Crash', rateLimit });
    for (const { path, onlyType, ordered = false } of wanted) {
      await call(server, 'POST', `/app/${appId}/endpoint`, {
        url: `${oracle.baseUrl}${path}`,
        rateLimit: ownLimit,
        filterTypes: onlyType ? [onlyType] : null,
        ordered,
      });
    }
    const limit = ownLimit ?? rateLimit;
    return { appId, endpoints: wanted.map((endpoint) => ({ ...endpoint, limit })), ...pace };
  };
  return [
    await make(null, [{ path: '/ok/fast' }, { path: '/ok/odd', onlyType: 'odd' }], {
      senders: 4,
      pauseMs: 5,
    }),
    await make(20, [{ path: '/ok/twenty' }, { path: '/twice/twenty' }], { senders: 1, pauseMs: 150 }),
    // Few sends, far apart: here a restart is shorter than the delay it must remember.
    await make(50, [{ path: '/ok/one' }], { senders: 1, pauseMs: 4000 }, 1),
    await make(3, [{ path: '/ok/three' }], { senders: 1, pauseMs: 800 }),
    await make(null, [{ path: '/twice/a' }, { path: '/drop/a' }, { path: '/hang/a' }, { path: '/never/a' }], {
      senders: 1,
      pauseMs: 60,
    }),
    // One sender, so that there is an order: that of the keys.
    await make(
      null,
      ['/ok/ordered', '/fifth/ordered'].map((path) => ({ path, ordered: true })),
      {
        senders: 1,
        pauseMs: 50,
      },
    ),
  ];
}

/** Numbers for the keys of messages. */
export function* counting(): Generator<number, never> {
  for (let n = 0; ; n++) yield n;
}

/** Sends to all applications at once until the server is gone; reports each accepted message. */
export async function loadUntilGone(
  server: RunningPosthorn,
  load: readonly LoadApplication[],
  keys: Iterator<number>,
  onAccepted: (accepted: Accepted) => void,
): Promise<void> {
  const gone = new AbortController();
  const sender = async (app: LoadApplication) => {
    while (!gone.signal.aborted) {
      const n = keys.next().value as number;
      const key = `k${n}`;
      const eventType = n % 2 === 0 ? 'even' : 'odd';
      try {
        const { id } = await call(server, 'POST', `/app/${app.appId}/msg`, { eventType, payload: { key } });
        const meant = app.endpoints.filter(({ onlyType }) => !onlyType || onlyType === eventType);
        onAccepted({ key, id, paths: meant.map(({ path }) => path) });
      } catch (cause) {
        // A missing answer means a kill. A refusal fails the test.
        if (!(cause instanceof TypeError)) throw cause;
        gone.abort();
      }
      await pause(app.pauseMs, gone.signal);
    }
  };
  await Promise.all(load.flatMap((app) => Array.from({ length: app.senders }, () => sender(app))));
}

/** Ends early, without an error, when the server is gone. */
function pause(ms: number, gone: AbortSignal): Promise<void> {
  return setTimeout(ms, undefined, { signal: gone }).catch(() => undefined);
}
