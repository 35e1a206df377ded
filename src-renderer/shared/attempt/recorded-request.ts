import type { AttemptHeadersOut } from '../../../src-server/contract/attempt';
import { isSensitiveHeader } from '../../../src-server/contract/sensitive-headers';
import { curlCommand } from './curl-command';

/** The headers that were recorded with an attempt. */
export interface RecordedHeaders {
  /** Name and value as they were sent. Empty: nothing was sent, or they were not kept. */
  readonly sent: readonly (readonly [name: string, value: string])[];
  /** Names of those that were sent too, and whose values nobody may read here. */
  readonly hidden: readonly string[];
  /** Of the answer. */
  readonly received: readonly (readonly [name: string, value: string])[];
}

/** Sorts what the API says of the headers of an attempt; it names hidden ones of request and answer in one list. */
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
 * A command that sends the request of an attempt once more, without its hidden headers.
 * @returns null without recorded headers: what was sent is unknown then, and a guess would be another request
 */
export function recordedRequestAsCurl(url: string, { sent }: RecordedHeaders, body: string): string | null {
  return sent.length === 0 ? null : curlCommand({ url, headers: sent, body });
}

/** Endpoints may not read their signature back; the challenge of a receiver that wants a login is an answer. */
function isOfRequest(name: string): boolean {
  return name.endsWith('-signature') || (isSensitiveHeader(name) && !/-authenticate$/i.test(name));
}
