import { installationIn } from './installation-in';
import type { RemoteClient, RemoteResponse } from './remote-client';
import type { RemoteFailure } from './remote-failure';

/** The result of a test: `ok`, or which field is to blame, and a sentence either way. */
export interface TestResult {
  readonly ok: boolean;
  readonly field: 'baseUrl' | 'token';
  readonly detail: string;
  /** Which installation it is. Null: it does not say. */
  readonly installation: string | null;
}

/**
 * Asks another instance who we are with this token. Servers with the same API that do not know the question (not
 * Posthorn) are asked for one event type instead.
 * @param baseUrl normalized
 */
export async function testConnection(
  client: RemoteClient,
  baseUrl: string,
  token: string,
): Promise<TestResult> {
  const whoami = await client.get(`${baseUrl}/api/v1/auth/whoami`, token);
  const at = { baseUrl, token };
  const known = judge(whoami, at) ?? judgeWhoami(whoami as RemoteResponse);
  if (known) return known;
  const list = await client.get(`${baseUrl}/api/v1/event-type?limit=1`, token);
  return (
    judge(list, at) ??
    (isList(list as RemoteResponse)
      ? {
          ok: true,
          field: 'baseUrl',
          detail: 'Connected. The server is not Posthorn, but has a compatible API.',
          installation: null,
        }
      : blame('baseUrl', `${new URL(baseUrl).host} responds, but not like Posthorn. Check the URL.`))
  );
}

/** What the status of a response tells already; null: its content has to be checked. */
function judge(
  response: RemoteResponse | RemoteFailure,
  { baseUrl, token }: { readonly baseUrl: string; readonly token: string },
): TestResult | null {
  const host = new URL(baseUrl).host;
  if ('code' in response) return blame('baseUrl', response.detail);
  if (response.location !== null) {
    // It may echo the request.
    const location = response.location.replaceAll(token, '(token)');
    return blame('baseUrl', `${host} responds with a redirect to ${location}. Use the final URL.`);
  }
  if (response.status === 401) return blame('token', `${host} does not accept this token.`);
  if (response.status === 403) return blame('token', `${host} does not allow this with this token.`);
  if (response.status >= 500)
    return blame('baseUrl', `${host} responds with an error (${response.status}). Try again later.`);
  return null;
}

function judgeWhoami(response: RemoteResponse): TestResult | null {
  const who = response.json as { kind?: unknown; appId?: unknown } | null | undefined;
  if (response.status !== 200 || typeof who !== 'object' || who === null) return null;
  if (who.kind === 'portal' || typeof who.appId === 'string') {
    return blame('token', 'This token belongs to one application. An admin token is needed.');
  }
  if (who.kind === 'reader') return blame('token', 'This token is read-only. A full token is needed.');
  if (who.kind === 'support' || who.kind === 'catalog') {
    return blame('token', `This is a token of the kind ${who.kind}. A full token is needed.`);
  }
  return who.kind === 'admin'
    ? { ok: true, field: 'token', detail: 'Connected.', installation: installationIn(who) }
    : null;
}

function isList(response: RemoteResponse): boolean {
  const list = response.json as { data?: unknown; done?: unknown } | null | undefined;
  return response.status === 200 && Array.isArray(list?.data) && typeof list?.done === 'boolean';
}

function blame(field: TestResult['field'], detail: string): TestResult {
  return { ok: false, field, detail, installation: null };
}
