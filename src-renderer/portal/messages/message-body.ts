type Payload = Readonly<Record<string, unknown>>;

/** True for what stands in place of content that was removed. */
export function isExpired(payload: Payload): boolean {
  return payload.expired === true && Object.keys(payload).length === 1;
}

/** The body as text. A raw one that is no JSON object comes wrapped. */
export function bodyText(payload: Payload, look: 'lines' | 'line'): string {
  const { rawPayload } = payload;
  if (typeof rawPayload === 'string' && Object.keys(payload).length === 1) return rawPayload;
  return JSON.stringify(payload, null, look === 'lines' ? 2 : 0);
}
