import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { SendAgain } from '../../../src-server/contract/explanation';
import { useSendAgain } from '../../shared/attempt/use-send-again';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import { Notice } from '../../ui/notice';
import { useLabels } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';

/** When a resend is looked up in the lists, in milliseconds after it was accepted; usually the first is enough. */
const LOOK_AFTER_MS = [300, 1000, 2500];
/** How long the button says that it was sent, in milliseconds. */
const SHOWN_MS = 4000;

interface ResendWish {
  readonly msgId: string;
  readonly endpointId: string;
  /** What that does there. Null: nothing. Undefined: not known. */
  readonly act: SendAgain | null | undefined;
}

/**
 * Sends one message to one endpoint again. A second press while the first shows has no effect.
 * @returns the button, and for below its line what is to be said about the last press
 */
export function useResend({ msgId, endpointId, act }: ResendWish): { button: ReactNode; outcome: ReactNode } {
  const { application } = usePortalSession();
  const labels = useLabels().messages;
  const queries = useQueryClient();
  const { mutate, reset, data, isPending, isSuccess, error } = useSendAgain();
  const [note, setNote] = useState<string>();
  useEffect(() => {
    if (!isSuccess) return;
    const look = () => {
      void queries.invalidateQueries({ queryKey: ['pages'] });
      void queries.invalidateQueries({ queryKey: ['deliveries', 'everywhere', msgId] });
    };
    const timers = LOOK_AFTER_MS.map((delayMs) => setTimeout(look, delayMs));
    const timer = setTimeout(reset, SHOWN_MS);
    return () => [...timers, timer].forEach(clearTimeout);
  }, [isSuccess, queries, msgId, reset]);
  const send = () => {
    if (isPending || isSuccess) return;
    mutate(
      { appId: application.id, msgId, endpointId },
      // Longer than the word on the button: it is to be read.
      { onSuccess: (outcome) => setNote(outcome.note) },
    );
  };
  const done = data?.as === 'queued' ? labels.queued : labels.sent;
  const label = isPending ? labels.sending : isSuccess ? done : labels[act === 'retry' ? 'retry' : 'again'];
  return {
    button: (
      <Button size="small" aria-label={labels.ofMessage({ act: label, id: msgId })} onPress={send}>
        {label}
      </Button>
    ),
    outcome: (
      <>
        {error && <FailureNotice title={labels.notSent} cause={error} />}
        {note && <Notice tone="info" title={note} />}
      </>
    ),
  };
}
