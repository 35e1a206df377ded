import type { ErrorCode } from '../contract/error';
import { ProxyFailure } from '../outbound/proxy-failure';

/** Why another instance could not be reached. */
export interface RemoteFailure {
  readonly code: Extract<ErrorCode, 'remote_unreachable' | 'remote_timeout'>;
  /** What happened and what to do, in a sentence. */
  readonly detail: string;
}

const CERTIFICATE_CODES = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);
const TIMEOUT_CODES = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  // Of a whole response.
  'TimeoutError',
]);

/** Ends what is going on with another instance when its connection is deleted. */
export class ConnectionGone extends Error {
  constructor() {
    super('The connection was deleted.');
    this.name = 'ConnectionGone';
  }
}

/** What to do about an instance that answers 401. */
export function refusedTokenText(host: string): string {
  return `${host} no longer accepts the saved token. Give the connection a valid one.`;
}

/** Turns what the HTTP client threw into a sentence for a person. */
export function explainRemoteFailure(cause: unknown, baseUrl: string): RemoteFailure {
  if (cause instanceof ProxyFailure) {
    return { code: 'remote_unreachable', detail: cause.explanation };
  }
  if (cause instanceof ConnectionGone) return { code: 'remote_unreachable', detail: cause.message };
  const code = codeOf(cause);
  const host = new URL(baseUrl).host;
  if (TIMEOUT_CODES.has(code)) {
    return {
      code: 'remote_timeout',
      detail: `${host} did not respond in time. Check that it is running and reachable.`,
    };
  }
  return { code: 'remote_unreachable', detail: explain(code, host) };
}

function explain(code: string, host: string): string {
  if (CERTIFICATE_CODES.has(code)) {
    return `The certificate of ${host} cannot be trusted (${code}). Correct it there, or make this computer trust its issuer.`;
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) {
    return `${host} does not speak TLS as expected (${code}). Check whether the address should start with http://`;
  }
  switch (code) {
    case 'ECONNREFUSED':
      return `${host} refused the connection. Check that the server is running and the port is correct.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host name of ${host} cannot be resolved. Check the spelling and the network.`;
    case 'ERR_PROXY_UNREACHABLE':
      return `The proxy cannot reach ${host}. Check the address.`;
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${host} cannot be reached from here. Check the network.`;
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return `${host} closed the connection without a response. Check whether the URL should start with https://`;
    case 'HTTPParserError':
      return `${host} does not speak HTTP. Check the port, and whether the address should start with https://`;
    case 'EMFILE':
    case 'ENFILE':
      return `This server has reached its limit of open files and connections (${code}), so that ${host} was not asked. Try again in a second.`;
    default:
      return `${host} cannot be reached (${code}).`;
  }
}

/** The most telling code in a chain of causes; an aggregate (several addresses tried) is represented by its first. */
function codeOf(cause: unknown): string {
  for (let error = cause, depth = 0; error instanceof Error && depth < 5; depth++) {
    const code = (error as { code?: unknown }).code;
    if (typeof code === 'string' && code !== '') return code;
    error = error instanceof AggregateError ? error.errors[0] : error.cause;
  }
  return cause instanceof Error ? cause.name : 'unknown error';
}
