import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { ApiClient, type Credentials } from '../../api/api-client';
import type { ApiFailure } from '../../api/api-failure';
import { forgetSecrets } from '../../ui/drafts/draft-store';
import { logInWith } from './log-in-with';
import { dropPageKey, keepPageKey, readPageKey, watchPageKey } from './page-key';
import { readSignerAgain, requestSigner, stopSigning } from './request-signer';

/** The logged-in user, and how to change that. */
interface Session {
  readonly isLoggedIn: boolean;
  /** The token that was given to this very page; null after a reload: the page does not keep it. */
  readonly token: string | null;
  /** Counts log-outs by hand, in any tab: what somebody began is not shown to whoever logs in next. */
  readonly visit: number;
  /** Why the last session ended, in words; null if it did not end by itself. */
  readonly ended: string | null;
  /** How requests to the server of this page identify themselves. Always the same object. */
  readonly credentials: Credentials;
  /** Logs this browser in. @returns why not; null: it is */
  logIn(token: string): Promise<ApiFailure | null>;
  logOut(): void;
}

const SessionContext = createContext<Session | null>(null);

const ENDED = 'Your session has ended. Log in again.';

/** @param initialToken the token of the address, with which a log-in has been tried; null: there was none to try */
export function SessionProvider({
  initialToken,
  initialFailure,
  children,
}: {
  readonly initialToken: string | null;
  /** Why that log-in failed, in words. */
  readonly initialFailure: string | null;
  readonly children: ReactNode;
}) {
  const [isLoggedIn, setLoggedIn] = useState(() => initialFailure === null && readPageKey() !== null);
  const [token, setToken] = useState(initialFailure === null ? initialToken : null);
  const [ended, setEnded] = useState(initialFailure);
  const [visit, setVisit] = useState(0);
  const credentials = useMemo<Credentials>(
    () => ({
      token: null,
      pageKey: readPageKey,
      signer: requestSigner,
      onRefused: (pageKey) => {
        // Somebody has logged out here, or logged in anew in another tab.
        if (pageKey === null || readPageKey() !== pageKey) return;
        keepPageKey(null);
        void stopSigning();
        setLoggedIn(false);
        setToken(null);
        setEnded(ENDED);
      },
    }),
    [],
  );
  useEffect(
    () =>
      watchPageKey((now) => {
        readSignerAgain();
        setLoggedIn(now === 'in');
        setEnded(now === 'in' ? null : ENDED);
        if (now !== 'out') return;
        forgetSecrets();
        setVisit((count) => count + 1);
      }),
    [],
  );
  const session = useMemo<Session>(
    () => ({
      isLoggedIn,
      token,
      visit,
      ended,
      credentials,
      async logIn(next) {
        const failure = await logInWith(next);
        if (failure) return failure;
        setEnded(null);
        setToken(next);
        setLoggedIn(true);
        return null;
      },
      logOut() {
        // Without the key, the cookie is of no use, even if the server cannot be told.
        new ApiClient({ baseAddress: '', ...credentials }).callAtLeave('POST /auth/logout', {});
        dropPageKey();
        void stopSigning();
        forgetSecrets();
        setEnded(null);
        setToken(null);
        setLoggedIn(false);
        setVisit((count) => count + 1);
      },
    }),
    [isLoggedIn, token, visit, ended, credentials],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
}
