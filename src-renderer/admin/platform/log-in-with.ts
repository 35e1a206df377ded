import { ApiClient } from '../../api/api-client';
import { type ApiFailure, toApiFailure } from '../../api/api-failure';
import { keepPageKey, readPageKey } from './page-key';
import { requestSigner, signFor } from './request-signer';

/** What came of the token of an address. */
export interface FirstLogin {
  /** With which a log-in was tried; null: there was none, or the browser keeps its session, which other tabs use. */
  readonly token: string | null;
  /** Why it failed; null: it did not. */
  readonly failure: ApiFailure | null;
}

/** Logs in with the token of an address, unless this browser is logged in already. */
export async function logInFirst(token: string | null): Promise<FirstLogin> {
  if (token === null || (await isStillLoggedIn())) return { token: null, failure: null };
  return { token, failure: await logInWith(token) };
}

/** Logs this browser in, and keeps what comes of it. @returns why not; null: it is */
export async function logInWith(token: string): Promise<ApiFailure | null> {
  try {
    // For the cookie that comes with the answer.
    const api = new ApiClient({ baseAddress: '', token, pageKey: () => null });
    const login = await api.call('POST /auth/browser-session');
    await signFor(login);
    // Last: other tabs begin when they see it.
    keepPageKey(login.pageKey);
    return null;
  } catch (cause) {
    return toApiFailure(cause);
  }
}

/** Whether this browser is logged in already. */
async function isStillLoggedIn(): Promise<boolean> {
  if (readPageKey() === null) return false;
  const api = new ApiClient({ baseAddress: '', token: null, pageKey: readPageKey, signer: requestSigner });
  return api.call('GET /auth/whoami').then(
    () => true,
    () => false,
  );
}
