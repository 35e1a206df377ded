import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Capability, WhoamiOut } from '../../../src-server/contract/access';
import type { ApplicationOut } from '../../../src-server/contract/application';
import type { ApiClient } from '../../api/api-client';
import { type ApiScope, ApiScopeProvider } from '../../shared/api-scope';

/** Who is using the portal, and how to call the server. Passed down, never global. */
interface PortalSession {
  readonly api: ApiClient;
  readonly application: ApplicationOut;
  readonly who: WhoamiOut;
  /** Ends the session on the server, and forgets it here. */
  readonly logOut: () => Promise<void>;
}

const Context = createContext<PortalSession | null>(null);

export function PortalSessionProvider({
  session,
  children,
}: {
  readonly session: PortalSession;
  readonly children: ReactNode;
}) {
  const { api } = session;
  const scope = useMemo<ApiScope>(() => ({ api, key: [] }), [api]);
  return (
    <Context value={session}>
      <ApiScopeProvider scope={scope}>{children}</ApiScopeProvider>
    </Context>
  );
}

/** The session of this page. Only below PortalSessionProvider. */
export function usePortalSession(): PortalSession & { readonly may: (capability: Capability) => boolean } {
  const session = useContext(Context);
  if (!session) throw new Error('usePortalSession needs a PortalSessionProvider above it');
  return { ...session, may: (capability) => session.who.capabilities.includes(capability) };
}
