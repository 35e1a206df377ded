import type { AttemptOut } from '../../../src-server/contract/attempt';
import type { AttemptCause } from '../../../src-server/contract/attempt-cause';

/** What the receiver of events should know after an attempt. */
export type Advice =
  | 'accepted'
  | 'test-url'
  | 'moved'
  | 'malformed'
  | 'unauthorized'
  | 'not-found'
  | 'gone'
  | 'too-large'
  | 'overloaded'
  | 'failed'
  | 'refused'
  | 'port'
  | Exclude<AttemptCause, 'http' | 'refused'>;

/** Answers whose cause can be told by the status alone. */
const BY_STATUS: Readonly<Record<number, Advice>> = {
  400: 'malformed',
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'not-found',
  405: 'not-found',
  410: 'gone',
  413: 'too-large',
  415: 'malformed',
  422: 'malformed',
  429: 'overloaded',
  503: 'overloaded',
};

/** The path of this server's own receiver, which accepts everything: test URLs are below it. */
export const TEST_PATH = '/receiver/';

/** The advice for the response to an attempt, or for its absence. @param origin the one that test URLs have */
export function adviceOf(
  { responseStatusCode: status, cause, url }: Pick<AttemptOut, 'responseStatusCode' | 'cause' | 'url'>,
  origin: string,
): Advice {
  if (status === 0) {
    if (cause == null || cause === 'http') return 'unknown';
    return cause === 'refused' ? 'port' : cause;
  }
  if (status >= 200 && status < 300) return url.startsWith(origin + TEST_PATH) ? 'test-url' : 'accepted';
  if (status >= 300 && status < 400) return 'moved';
  return BY_STATUS[status] ?? (status >= 500 ? 'failed' : 'refused');
}
