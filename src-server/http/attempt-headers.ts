import type { AttemptHeadersOut } from '../contract/attempt';
import type { AttemptHeaders } from '../storage/attempt-store';

const SIGNATURE = 'webhook-signature';
/** They say the same once more. */
const TWINS = { 'svix-timestamp': 'webhook-timestamp', 'svix-signature': SIGNATURE } as const;

/**
 * The headers of an attempt.
 * @param withSignature false for somebody who may not see the endpoint's secret: who has a signature can send the
 * message once more in its name, as long as the timestamp is fresh
 */
export function presentAttemptHeaders(headers: AttemptHeaders, withSignature: boolean): AttemptHeadersOut {
  const sent = headers.sent === null ? null : readLines(headers.sent);
  const received = readLines(headers.received ?? '');
  const sensitive = new Set([...(sent?.hidden ?? []), ...received.hidden]);
  const sentHeaders: Record<string, string> = {};
  if (sent) {
    const { [SIGNATURE]: signature, ...shown } = sent.shown;
    sentHeaders['content-type'] = headers.contentType ?? 'application/json';
    sentHeaders['webhook-id'] = headers.messageId;
    Object.assign(sentHeaders, shown, withSignature && signature !== undefined && { [SIGNATURE]: signature });
    if (!withSignature) sensitive.add(SIGNATURE);
    for (const [twin, name] of 'svix-id' in shown ? Object.entries(TWINS) : []) {
      const value = sentHeaders[name];
      if (value === undefined) sensitive.add(twin);
      else sentHeaders[twin] = value;
    }
  }
  return { sentHeaders, responseHeaders: received.shown, sensitive: [...sensitive] };
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
