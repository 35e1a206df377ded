/**
 * What the official client libraries of Svix expect differently by version. Each names itself in its User-Agent:
 * `svix-libs/2.9.1/python python/3.11.7`. All other clients get what is documented.
 */
export interface OfficialClient {
  readonly major: number;
  readonly minor: number;
}

/** The official client that sent this User-Agent. Null: another client. */
export function officialClient(userAgent: string | undefined): OfficialClient | null {
  const [, major, minor] = /^svix-libs\/(\d{1,4})\.(\d{1,4})[./]/.exec(userAgent ?? '') ?? [];
  return major === undefined ? null : { major: Number(major), minor: Number(minor) };
}

/** Clients from 2.7.0 on read the new secret from the response to a rotation; older ones accept only an empty response. */
export function expectsRotatedSecret(client: OfficialClient | null): boolean {
  return client !== null && (client.major > 2 || (client.major === 2 && client.minor >= 7));
}
