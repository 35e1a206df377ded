import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import { useWords } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';

/** When a resend is looked for in the lists, in milliseconds after it was accepted; mostly the first is enough. */
const LOOK_AFTER_MS = [300, 1000, 2500];

/** Sends one message to one endpoint again. */
export function Resend({ msgId, endpointId }: { readonly msgId: string; readonly endpointId: string }) {
  const { api, application } = usePortalSession();
  const words = useWords().messages;
  const queries = useQueryClient();
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    if (state !== 'sent') return;
    const look = () => {
      void queries.invalidateQueries({ queryKey: ['pages'] });
      void queries.invalidateQueries({ queryKey: ['messages', msgId] });
    };
    const timers = LOOK_AFTER_MS.map((delayMs) => setTimeout(look, delayMs));
    return () => timers.forEach(clearTimeout);
  }, [state, queries, msgId]);
  const send = async () => {
    if (state === 'sending') return;
    setState('sending');
    setFailure(null);
    try {
      await api.call('POST /app/{app}/msg/{message}/endpoint/{endpoint}/resend', {
        path: { app: application.id, message: msgId, endpoint: endpointId },
      });
      setState('sent');
    } catch (cause) {
      setState('idle');
      setFailure(cause);
    }
  };
  return (
    <>
      <Button size="small" aria-label={words.againName(msgId)} onPress={() => void send()}>
        {{ idle: words.again, sending: words.sending, sent: words.sent }[state]}
      </Button>
      {failure !== null && <FailureNotice title={words.notSent} cause={failure} />}
    </>
  );
}
