import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useInstance, useTo } from '../../platform/instance';
import { BURST_MESSAGES, sendSampleBurst } from './sample-burst';

/** Sends a burst to the sample and goes to where it can be watched. */
export function useSampleBurst() {
  const { id, api } = useInstance();
  const client = useQueryClient();
  const to = useTo();
  const navigate = useNavigate();
  const [accepted, setAccepted] = useState(0);
  const burst = useMutation({
    mutationFn: () => sendSampleBurst(api, setAccepted),
    onMutate: () => setAccepted(0),
  });
  const begin = async () => {
    // The caller unmounts as soon as there is an application, and its callbacks with it: wait for the promise.
    const sent = await burst.mutateAsync().catch(() => null);
    void client.invalidateQueries({ queryKey: [id] });
    if (!sent) return;
    const { appId, endpointId } = sent.sample;
    const query = `burst=${encodeURIComponent(sent.tag)}&of=${BURST_MESSAGES}`;
    await navigate(`${to('apps', appId, 'endpoints', endpointId, 'live')}?${query}`);
  };
  return { begin: () => void begin(), accepted, isPending: burst.isPending, error: burst.error };
}
