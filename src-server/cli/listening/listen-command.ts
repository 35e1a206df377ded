import { createHash, createHmac } from 'node:crypto';
import { parseUrl } from '../../base/parse-url';
import { ConfigError } from '../../config';
import { stringifyOrdered } from '../../json-schema/ordered-json';
import { isObject, type JsonObject } from '../../json-schema/plain-json';
import { createRemoteClient, DEFAULT_REMOTE_TIMEOUTS } from '../../sync/remote-client';
import { CliError } from '../cli-error';
import type { CliContext, Command } from '../command';
import { EXIT } from '../exit-code';
import type { Instance } from '../instance';
import { count } from '../table';

/** Between two tries of a message that was not taken, or of a server that does not answer. */
const AGAIN_MS = 2_000;
const WAIT_S = 30;
const PAGE = 50;
/** How long the program at the other end may take. */
const FORWARD_MS = 30_000;
/** So short that whatever is not committed comes again, also when this was stopped a moment ago. */
const LEASE_MS = 1;

export const listenCommand: Command = {
  name: 'listen',
  usage: '--poller URL --token TOKEN --forward URL',
  summary: 'Polls a polling endpoint, and posts each message to a program on this machine.',
  about: `Posts each message of a polling endpoint to the URL given by --forward, as a delivery of it: with the headers of Standard Webhooks, signed. A message counts as done after a response of 2xx; until then it is posted again every ${AGAIN_MS / 1000} seconds, and those behind it wait. The server keeps the position, so the command goes on where it was when it is started again. It runs until it is stopped with Ctrl+C.`,
  options: {
    poller: {
      type: 'string',
      value: 'URL',
      help: 'The polling endpoint, like http://127.0.0.1:8071/api/v1/app/ada/poller/night-job.',
    },
    token: { type: 'string', value: 'TOKEN', help: 'Its token, sk_poll_... Default: POSTHORN_TOKEN.' },
    forward: { type: 'string', value: 'URL', help: 'Where to post, like http://localhost:3000/hook.' },
    consumer: {
      type: 'string',
      value: 'NAME',
      help: 'The name under which the position is kept. Default: listen.',
    },
    secret: {
      type: 'string',
      value: 'SECRET',
      help: 'Signing secret, whsec_... Default: one that follows from the token; it is printed at the start.',
    },
    once: { type: 'boolean', help: 'Ends when no message is left.' },
  },
  examples: [
    'posthorn listen --poller http://127.0.0.1:8071/api/v1/app/ada/poller/night-job --token sk_poll_... --forward http://localhost:3000/hook',
  ],
  positionals: [0, 0],
  asks: 'nothing',
  async run({ text, has, context, other }) {
    const { baseUrl, app, poller } = placeOf(text('poller'));
    const token = text('token') ?? context.env.POSTHORN_TOKEN;
    if (!token) throw new ConfigError('Give the token of the polling endpoint as --token.');
    const target = targetOf(text('forward'));
    const secret = text('secret') ?? secretFrom(token);
    const key = keyOf(secret);
    const path = { app, poller, consumer: text('consumer') ?? 'listen' };
    const server = other(baseUrl, token);
    context.print(`Listening to ${server.host} for ${target.href}, signed with ${secret}`);
    const post = createPost(target, key, context);
    let done = 0;
    try {
      while (!context.signal.aborted) {
        const startUs = context.clock.monotonicUs();
        const { messages, isLast } = await poll(server, path, has('once'), context);
        if (messages.length === 0 && isLast) {
          if (has('once')) break;
          // It was not held open: too many others are.
          const tookMs = (context.clock.monotonicUs() - startUs) / 1000;
          if (tookMs < AGAIN_MS) await pause(context);
        }
        for (const message of messages) {
          while (!(await post.send(message))) await pause(context);
          const body = { offset: message.offset };
          await persist(context, () =>
            server.ask('POST /app/{app}/polling-endpoint/{poller}/consumer/{consumer}/commit', {
              path,
              body,
            }),
          );
          done += 1;
        }
      }
    } catch (cause) {
      if (!context.signal.aborted) throw cause;
    } finally {
      await post.close();
    }
    return { json: { messages: done }, lines: [`Posted ${count(done, 'message')}.`] };
  },
};

/** What is posted of a message. */
interface Polled {
  readonly id: string;
  readonly eventType: string;
  readonly offset: number;
  /** The text that is posted. */
  readonly body: string;
}

interface ConsumerPath {
  readonly app: string;
  readonly poller: string;
  readonly consumer: string;
}

async function poll(server: Instance, path: ConsumerPath, isOnce: boolean, context: CliContext) {
  const query = { limit: PAGE, lease_duration_ms: LEASE_MS, wait: isOnce ? 0 : WAIT_S };
  const page: unknown = await persist(context, () =>
    server.ask('GET /app/{app}/polling-endpoint/{poller}/consumer/{consumer}', { path, query }),
  );
  const { data, done } = isObject(page) ? page : {};
  const messages = Array.isArray(data) ? data.filter(isObject).map(polledOf) : [];
  // It may have looked at many messages that are not wanted, and go on behind them.
  return { messages, isLast: done !== false };
}

/** Asks again while the server cannot be reached, fails, or wants to be asked later; it may be starting anew. */
async function persist<T>(context: CliContext, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (cause) {
      if (!(cause instanceof CliError) || !mayPass(cause)) throw cause;
      context.print(`${cause.message} Trying again.`);
      await pause(context, cause.retryAfterS === null ? AGAIN_MS : cause.retryAfterS * 1000);
    }
  }
}

/** Whether the same request may succeed later. */
function mayPass({ exitCode, status }: CliError): boolean {
  // What redirects, or is another program, does so the next time too.
  if (status === null) return exitCode === EXIT.unreachable;
  return status === 429 || (status >= 500 && status !== 501);
}

async function pause({ clock, signal }: CliContext, ms = AGAIN_MS): Promise<void> {
  await clock.sleep(ms, signal);
  if (signal.aborted) throw new CliError(EXIT.interrupted, 'Stopped.');
}

function polledOf(message: JsonObject): Polled {
  const { payload } = message;
  const raw = isObject(payload) && Object.keys(payload).join() === 'rawPayload' ? payload.rawPayload : null;
  return {
    id: String(message.id),
    eventType: String(message.eventType),
    offset: Number(message.offset),
    body: typeof raw === 'string' ? raw : stringifyOrdered(payload),
  };
}

/** Posts messages to one URL and prints a line for each try. */
function createPost(target: URL, key: Buffer, context: CliContext) {
  const client = createRemoteClient(DEFAULT_REMOTE_TIMEOUTS, null, null);
  return {
    close: () => client.close(),
    /**
     * Whether it was taken.
     * @throws CliError where it would be sent elsewhere, each time
     */
    async send({ id, eventType, body }: Polled): Promise<boolean> {
      const { clock, signal } = context;
      const startUs = clock.monotonicUs();
      const timestamp = String(Math.floor(clock.now() / 1000));
      const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
      const signed = { id, timestamp, signature: `v1,${digest}` };
      const headers: Record<string, string> = { 'content-type': 'application/json' };
      for (const [name, value] of Object.entries(signed)) {
        headers[`webhook-${name}`] = value;
        headers[`svix-${name}`] = value;
      }
      const outcome = await client.dispatcher
        .request({
          origin: target.origin,
          path: target.pathname + target.search,
          method: 'POST',
          signal,
          headersTimeout: FORWARD_MS,
          bodyTimeout: FORWARD_MS,
          headers,
          body,
        })
        .then(async (response) => {
          await response.body.dump();
          return { status: response.statusCode, location: response.headers.location };
        })
        .catch((cause: unknown) => (cause instanceof Error ? cause.message : String(cause)));
      const tookMs = Math.round((clock.monotonicUs() - startUs) / 1000);
      const { status, location } = typeof outcome === 'string' ? { status: 0 } : outcome;
      context.print(`${eventType} ${id}: ${status || outcome} in ${tookMs} ms`);
      if (location !== undefined && status >= 300 && status < 400) {
        const detail = `${target.href} responds with a redirect to ${location}. Use the final URL as --forward.`;
        throw new CliError(EXIT.unreachable, detail);
      }
      return status >= 200 && status < 300;
    },
  };
}

/** The parts of the URL of a polling endpoint, in either of its forms. */
function placeOf(text: string | undefined) {
  const found = /^(https?:\/\/.+)\/api\/v1\/app\/([^/?#]+)\/(?:poller|polling-endpoint)\/([^/?#]+)\/?$/.exec(
    text ?? '',
  );
  const [, baseUrl = '', ...names] = found ?? [];
  const [app, poller] = names.map(decoded);
  if (!parseUrl(baseUrl) || app == null || poller == null) {
    throw new ConfigError('Give the polling endpoint as --poller http://HOST/api/v1/app/APP/poller/POLLER.');
  }
  return { baseUrl, app, poller };
}

/** Null: it is no text that was encoded for a URL. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

function targetOf(text: string | undefined): URL {
  const url = text === undefined ? null : parseUrl(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new ConfigError('Give where to post as --forward http://HOST/PATH.');
}

/** The same for the same token, so that a program can be set up for it once. */
function secretFrom(token: string): string {
  return `whsec_${createHash('sha256').update(`listen ${token}`).digest('base64')}`;
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (key.length >= 24) return key;
  throw new ConfigError('--secret must be whsec_ and at least 24 bytes in base64.');
}
