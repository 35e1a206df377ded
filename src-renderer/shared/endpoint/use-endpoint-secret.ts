import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApiScope } from '../api-scope';

/** The signing secret of an endpoint: read when somebody asks to see it, forgotten when it is hidden, replaced. */
export function useEndpointSecret(appId: string, endpointId: string) {
  const { api } = useApiScope();
  const path = { app: appId, endpoint: endpointId };
  const [isShown, setShown] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  // What is hidden while it is read is not to come after all.
  const isWanted = useRef(false);
  // No query: its answer would stay in the cache.
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
    /** For how many seconds the old one goes on signing; null: as the server has it. */
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
    /** The secret, or of a pair the public key. Null: it is hidden, or not read yet. */
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

/** True for the public half of an ed25519 pair, which the server shows in place of a signing secret. */
function isPublicKey(key: string): boolean {
  return key.startsWith('whpk_');
}
