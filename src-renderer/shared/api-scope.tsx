import { createContext, type ReactNode, useContext } from 'react';
import type { ApiClient } from '../api/api-client';

/** Where the shared hooks send their requests. */
export interface ApiScope {
  readonly api: ApiClient;
  /** First part of every query key, so that answers of two servers never mix; empty where there is only one server. */
  readonly key: readonly string[];
}

const Context = createContext<ApiScope | null>(null);

/** Provides an API to the shared hooks below it. */
export function ApiScopeProvider({
  scope,
  children,
}: {
  readonly scope: ApiScope;
  readonly children: ReactNode;
}) {
  return <Context value={scope}>{children}</Context>;
}

/** The API of this page. Only below ApiScopeProvider. */
export function useApiScope(): ApiScope {
  const scope = useContext(Context);
  if (!scope) throw new Error('useApiScope needs an ApiScopeProvider above it');
  return scope;
}
