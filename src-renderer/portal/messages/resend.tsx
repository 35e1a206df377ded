import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSendAgain } from '../../shared/attempt/use-send-again';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import { useLabels } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';

/** When a resend is looked up in the lists, in milliseconds after it was accepted; usually the first is enough. */
const LOOK_AFTER_MS = [300, 1000, 2500];

/** Sends one message to one endpoint again. */
export function Resend({ msgId, endpointId }: { readonly msgId: string; readonly endpointId: string }) {
  const { application } = usePortalSession();
  const labels = useLabels().messages;
  const queries = useQueryClient();
  const { mutate, isPending, isSuccess, error } = useSendAgain();
  useEffect(() => {
    if (!isSuccess) return;
    const look = () => {
      void queries.invalidateQueries({ queryKey: ['pages'] });
      void queries.invalidateQueries({ queryKey: ['deliveries', 'everywhere', msgId] });
    };
    const timers = LOOK_AFTER_MS.map((delayMs) => setTimeout(look, delayMs));
    return () => timers.forEach(clearTimeout);
  }, [isSuccess, queries, msgId]);
  const send = () => {
    if (!isPending) mutate({ appId: application.id, msgId, endpointId });
  };
  return (
    <>
      <Button size="small" aria-label={labels.againName(msgId)} onPress={send}>
        {isPending ? labels.sending : isSuccess ? labels.sent : labels.again}
      </Button>
      {error && <FailureNotice title={labels.notSent} cause={error} />}
    </>
  );
}
