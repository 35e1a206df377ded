import type { MessageEndpointOut } from '../contract/attempt';
import { isObject } from '../json-schema/plain-json';
import { CliError, isUnknownOperation } from './cli-error';
import type { CliContext } from './command';
import { EXIT } from './exit-code';
import type { Instance } from './instance';

/** The outcome of a message at one endpoint. */
export interface EndpointOutcome {
  readonly endpointId: string;
  readonly url: string;
  /** `success`, `fail`, `canceled`; `pending` if it was not over when the waiting ended. */
  readonly status: 'success' | 'pending' | 'fail' | 'canceled';
  /** The same with its reason, for people. */
  readonly sentence: string;
}

/** A message in the paths of the API. */
interface MessagePath {
  readonly app: string;
  readonly message: string;
}

const POLL_MS = 300;
/** Other servers match endpoints after accepting a message; one that has reached none by then has none. */
const EMPTY_FOR_MS = 2_000;
const STATUS = ['success', 'pending', 'fail', 'pending', 'canceled'] as const;

/**
 * Polls the status of a message until it is over everywhere or the time is up.
 * @param path names the message and its application
 */
export async function followMessage(
  server: Instance,
  path: MessagePath,
  context: CliContext,
  timeoutS: number,
): Promise<readonly EndpointOutcome[]> {
  const startUs = context.clock.monotonicUs();
  for (;;) {
    const call = { path, query: { expanded_statuses: true } };
    const found = await server.listAll('GET /app/{app}/msg/{message}/endpoint', call);
    const endpoints = found.filter(isObject);
    const waitedMs = (context.clock.monotonicUs() - startUs) / 1000;
    const waiting = endpoints.filter((endpoint) => statusOf(endpoint) === 'pending').length;
    const isOver = endpoints.length === 0 ? waitedMs >= EMPTY_FOR_MS : waiting === 0;
    if (isOver || waitedMs >= timeoutS * 1000) {
      const reasons = await reasonsOf(server, path);
      return endpoints.map((endpoint) => outcomeOf(endpoint, reasons, isOver, timeoutS));
    }
    context.progress(
      endpoints.length === 0
        ? 'Waiting for the endpoints ...'
        : `${endpoints.length - waiting} of ${endpoints.length} done ...`,
    );
    await context.clock.sleep(POLL_MS, context.signal);
    if (context.signal.aborted) throw new CliError(EXIT.interrupted, 'Stopped.');
  }
}

/** One sentence per endpoint, by its id: the reason for its state, or the result of the last attempt. */
async function reasonsOf(server: Instance, path: MessagePath): Promise<ReadonlyMap<string, string>> {
  try {
    const all = (await server.listAll('GET /app/{app}/msg/{message}/why', { path })).filter(isObject);
    return new Map(all.map(({ endpointId, sentence }) => [String(endpointId), String(sentence)]));
  } catch (cause) {
    // Only Posthorn gives reasons. All servers list the attempts, newest first.
    if (!isUnknownOperation(cause)) throw cause;
    const attempts = (await server.listAll('GET /app/{app}/attempt/msg/{message}', { path })).filter(
      isObject,
    );
    return new Map(
      attempts
        .reverse()
        .map(({ endpointId, responseStatusCode }) => [
          String(endpointId),
          responseStatusCode === 0 ? 'no response' : `HTTP ${responseStatusCode}`,
        ]),
    );
  }
}

function statusOf(endpoint: MessageEndpointOut): EndpointOutcome['status'] {
  return STATUS[Number(endpoint.status)] ?? 'pending';
}

function outcomeOf(
  endpoint: MessageEndpointOut,
  reasons: ReadonlyMap<string, string>,
  isOver: boolean,
  timeoutS: number,
): EndpointOutcome {
  const id = String(endpoint.id);
  const status = statusOf(endpoint);
  const word = {
    success: 'delivered',
    pending: isOver ? 'waiting' : `still waiting after ${timeoutS} s`,
    fail: 'failed',
    canceled: 'canceled',
  }[status];
  const reason = reasons.get(id);
  const sentence = !reason || reason.startsWith(word) ? (reason ?? word) : `${word}; ${reason}`;
  return { endpointId: id, url: String(endpoint.url), status, sentence };
}
