import type { AttemptHeadersOut } from '../../contract/attempt';
import type { AttemptHeaders } from '../../storage/messages/attempt-store';

/**
 * The headers of an attempt.
 * @param withSignature false for callers who may not see the endpoint's secret: with a signature, they could send the
 * message again in its name, as long as the timestamp is fresh
 * @param withOwn false for callers who may not see the values of the endpoint's headers: only their names are shown
 */
export function presentAttemptHeaders(
  headers: AttemptHeaders,
  withSignature: boolean,
  withOwn: boolean,
): AttemptHeadersOut {
  const received = readLines(headers.received ?? '');
  const sent = headers.sent === null ? null : readLines(headers.sent);
  const sensitive = new Set([...(sent?.hidden ?? []), ...received.hidden]);
  if (!sent) return { sentHeaders: {}, responseHeaders: received.shown, sensitive: [...sensitive] };
  const {
    'svix-signature': both,
    'webhook-signature': signature = both,
    'webhook-timestamp': timestamp = String(Math.floor(headers.createdAt / 1000)),
    ...own
  } = sent.shown;
  const sentHeaders: Record<string, string> = { 'content-type': headers.contentType ?? 'application/json' };
  for (const family of both === undefined ? ['webhook'] : ['webhook', 'svix']) {
    sentHeaders[`${family}-id`] = headers.messageId;
    sentHeaders[`${family}-timestamp`] = timestamp;
    if (withSignature && signature !== undefined) sentHeaders[`${family}-signature`] = signature;
    else sensitive.add(`${family}-signature`);
  }
  if (!withOwn) for (const name of Object.keys(own)) sensitive.add(name);
  return {
    sentHeaders: { ...sentHeaders, ...(withOwn ? own : {}) },
    responseHeaders: received.shown,
    sensitive: [...sensitive],
  };
}

function readLines(lines: string) {
  const shown: Record<string, string> = {};
  const hidden: string[] = [];
  for (const line of lines.split('\n')) {
    const colon = line.indexOf(': ');
    if (colon > 0) shown[line.slice(0, colon)] = line.slice(colon + 2);
    else if (line !== '') hidden.push(line);
  }
  return { shown, hidden };
}
