import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { keepToken } from './token-storage';

/** The logged-in user, and how to change that. */
interface Session {
  /** The local server's admin token; null before log-in. */
  readonly token: string | null;
  /** Why the last session ended, in words; null if it did not end by itself. */
  readonly ended: string | null;
  signIn(token: string): void;
  signOut(why?: string): void;
}

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({
  initialToken,
  children,
}: {
  readonly initialToken: string | null;
  readonly children: ReactNode;
}) {
  const [token, setToken] = useState(initialToken);
  const [ended, setEnded] = useState<string | null>(null);
  const signIn = useCallback((next: string) => {
    keepToken(next, sessionStorage);
    setEnded(null);
    setToken(next);
  }, []);
  const signOut = useCallback((why?: string) => {
    keepToken(null, sessionStorage);
    setEnded(why ?? null);
    setToken(null);
  }, []);
  const session = useMemo(() => ({ token, ended, signIn, signOut }), [token, ended, signIn, signOut]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
}
