import type { AttemptHeadersOut } from '../../../src-server/contract/attempt';
import { isSensitiveHeader } from '../../../src-server/contract/sensitive-headers';
import { curlCommand } from './curl-command';

/** The headers that were recorded with an attempt. */
export interface RecordedHeaders {
  /** Names and values as sent. Empty: nothing was sent, or they were not kept. */
  readonly sent: readonly (readonly [name: string, value: string])[];
  /** Names of headers that were also sent, but whose values nobody may read here. */
  readonly hidden: readonly string[];
  /** Those of the response. */
  readonly received: readonly (readonly [name: string, value: string])[];
}

/** Separates the headers that the API reports for an attempt; hidden ones of request and answer are in one list. */
export function readRecordedHeaders({
  sentHeaders,
  responseHeaders,
  sensitive,
}: AttemptHeadersOut): RecordedHeaders {
  return {
    sent: Object.entries(sentHeaders),
    hidden: sensitive.filter(isOfRequest),
    received: Object.entries(responseHeaders),
  };
}

/**
 * A command that sends the request of an attempt again, without its hidden headers.
 * @returns null without recorded headers: what was sent is unknown then, and a guess would be a different request
 */
export function recordedRequestAsCurl(url: string, { sent }: RecordedHeaders, body: string): string | null {
  return sent.length === 0 ? null : curlCommand({ url, headers: sent, body });
}

/** Customers may not read signatures back; the challenge of a receiver that wants a login is part of its response. */
function isOfRequest(name: string): boolean {
  return name.endsWith('-signature') || (isSensitiveHeader(name) && !/-authenticate$/i.test(name));
}
