import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { LOCAL_CONNECTION } from '../../../src-server/contract/connection';
import type { ApiClient } from '../../api/api-client';
import { guardedApi } from '../platform/guarded-api';
import { useSession } from '../platform/session';

/** The local server, whatever instance the window shows: only it knows the connections and their working copies. */
export function useLocalApi(): ApiClient {
  const { credentials } = useSession();
  const client = useQueryClient();
  return useMemo(() => guardedApi({ id: LOCAL_CONNECTION, client, ...credentials }), [client, credentials]);
}
