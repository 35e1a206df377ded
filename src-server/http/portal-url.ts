/**
 * Where a customer logs in. The key is in the fragment, which browsers do not send: it reaches no server, log or
 * referrer.
 */
export function portalUrl(origin: string, key: Readonly<Record<string, string>>): string {
  return `${origin}/portal/#key=${Buffer.from(JSON.stringify(key)).toString('base64')}`;
}
