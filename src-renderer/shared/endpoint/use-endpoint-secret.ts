import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApiScope } from '../api-scope';

/** The signing secret of an endpoint: read on request, forgotten when hidden, and replaceable. */
export function useEndpointSecret(appId: string, endpointId: string) {
  const { api } = useApiScope();
  const path = { app: appId, endpoint: endpointId };
  const [isShown, setShown] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  // If it is hidden while being read, it must not appear afterwards.
  const isWanted = useRef(false);
  // Not a query: its response would stay in the cache.
  const reading = useMutation({
    mutationFn: () => api.call('GET /app/{app}/endpoint/{endpoint}/secret', { path }),
    onSuccess: ({ key }) => setSecret(isWanted.current ? key : null),
    gcTime: 0,
  });
  const want = (wanted: boolean) => {
    isWanted.current = wanted;
    setShown(wanted);
  };
  const rotation = useMutation({
    /** How many seconds the old secret keeps signing; null: the default of the server. */
    mutationFn: (gracePeriodSeconds: number | null) =>
      api.call('POST /app/{app}/endpoint/{endpoint}/secret/rotate', {
        path,
        body: gracePeriodSeconds === null ? {} : { gracePeriodSeconds },
      }),
    onSuccess: () => {
      if (isWanted.current) reading.mutate();
    },
  });
  return {
    isShown,
    /** The secret, or the public key of a pair. Null: hidden, or not read yet. */
    secret,
    isPublic: secret !== null && isPublicKey(secret),
    readError: reading.error,
    show: () => {
      want(true);
      reading.mutate();
    },
    hide: () => {
      want(false);
      setSecret(null);
      reading.reset();
    },
    rotation,
  };
}

/** True for the public half of an ed25519 pair, which the server returns instead of a signing secret. */
function isPublicKey(key: string): boolean {
  return key.startsWith('whpk_');
}
