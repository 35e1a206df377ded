import { type ProxySetting, proxyLabel } from './proxy-setting';

/**
 * The proxy is away, refuses us or answers nonsense: a problem of this installation. The receiver was never reached, and
 * has not failed.
 */
export class ProxyFailure extends Error {
  /** What happened and what to do, as two sentences. */
  readonly explanation: string;

  /** @param what what it did, after its address: `refused the connection (403)` */
  constructor(proxy: ProxySetting, { what, advice }: ProxyTrouble, cause?: unknown) {
    const outcome = `proxy ${proxyLabel(proxy)} ${what}`;
    super(`the ${outcome}`, { cause });
    this.name = 'ProxyFailure';
    this.explanation = `The ${outcome}. ${advice}`;
  }
}

/** What a proxy did, and what helps. */
export interface ProxyTrouble {
  readonly what: string;
  readonly advice: string;
}

/** The proxy says that it cannot reach the receiver: an ordinary failure of that. */
export class UnreachableBehindProxy extends Error {
  readonly code = 'ERR_PROXY_UNREACHABLE';

  constructor() {
    super('the proxy cannot reach the receiver');
  }
}

/** The proxy took the request and says nothing: only it knows whether the receiver was ever asked. */
export class Silence extends Error {
  constructor() {
    super('no response in time');
  }
}

const CREDENTIALS = 'Check the user and the password in --proxy or POSTHORN_PROXY.';

/** It asks for other credentials than it gets. @param how the response, for the reader of a log: `407` */
export function wrongCredentials(how: string): ProxyTrouble {
  return { what: `asked for other credentials (${how})`, advice: CREDENTIALS };
}

/** It does not let this server through. */
export function refusedByProxy(how: string): ProxyTrouble {
  return {
    what: `refused the connection (${how})`,
    advice: 'Ask whoever runs it to let this server through, or leave the target out with --no-proxy.',
  };
}

/** It cannot be reached, or does not speak as expected. */
export function brokenProxy(how: string): ProxyTrouble {
  return {
    what: `could not be used (${how})`,
    advice: 'Check that it runs, and its URL in --proxy or POSTHORN_PROXY.',
  };
}
