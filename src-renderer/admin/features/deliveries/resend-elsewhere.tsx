import { CornerUpRight } from 'lucide-react';
import { useState } from 'react';
import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import type { LiveAttempt } from '../../../../src-server/contract/live-event';
import { useResend } from '../../../shared/attempt/use-resend';
import { useEndpoints } from '../../../shared/endpoint/use-endpoints';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import { Notice } from '../../../ui/notice';
import { Select } from '../../../ui/select';
import { Sheet } from '../../../ui/sheet';
import { Unread } from '../../../ui/unread';
import { useDestinations } from '../../data/use-deliveries';
import { useCommand } from '../../platform/commands/command-store';

/** Sends the message of an attempt to another endpoint of its application. */
export function ResendElsewhere({ attempt }: { readonly attempt: LiveAttempt }) {
  const [isOpen, setOpen] = useState(false);
  useCommand('resend-elsewhere', () => setOpen(true), undefined, true);
  return (
    <>
      <Button icon={<CornerUpRight aria-hidden />} onPress={() => setOpen(true)}>
        Send to another endpoint
      </Button>
      {isOpen && <ElsewhereSheet attempt={attempt} onClose={() => setOpen(false)} />}
    </>
  );
}

interface ElsewhereSheetProps {
  readonly attempt: LiveAttempt;
  readonly onClose: () => void;
}

function ElsewhereSheet({ attempt, onClose }: ElsewhereSheetProps) {
  const { appId, msgId, endpointId, eventType } = attempt;
  const endpoints = useEndpoints(appId);
  const destinations = useDestinations(appId, msgId).data;
  const resend = useResend<LiveAttempt>();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const others = (endpoints.data ?? []).filter(({ id }) => id !== endpointId);
  const chosen = others.find(({ id }) => id === chosenId);
  const canSend = chosen !== undefined && !chosen.disabled && destinations !== undefined && !resend.isPending;
  const send = () => chosen && resend.mutate({ ...attempt, endpointId: chosen.id, url: chosen.url });
  return (
    <Sheet
      title="Send to another endpoint"
      onClose={onClose}
      footer={
        resend.isSuccess ? (
          <Button kind="primary" onPress={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onPress={onClose}>Cancel</Button>
            <Button kind="primary" isDisabled={!canSend} onPress={send}>
              Send
            </Button>
          </>
        )
      }
    >
      <p>
        Sends the message <code>{eventType}</code> to another endpoint of this application. It is attempted
        once, with the same webhook-id and payload.
      </p>
      <Unread what="the endpoints" rows={2} query={endpoints} />
      {endpoints.data && others.length === 0 && (
        <Notice tone="info" title="This application has no other endpoint. Add one first." />
      )}
      {others.length > 0 && !resend.isSuccess && (
        <Select
          label="Endpoint"
          value={chosenId}
          onChange={setChosenId}
          placeholder="Choose an endpoint"
          options={others.map(({ id, url, description }) => ({ value: id, label: url, detail: description }))}
        />
      )}
      {chosen && destinations && !resend.isSuccess && (
        <Notice
          tone="warning"
          title={consequenceOf(
            chosen,
            destinations.some(({ id }) => id === chosen.id),
          )}
        />
      )}
      {resend.error && <FailureNotice title="The message was not sent" cause={resend.error} />}
      {resend.isSuccess && (
        <Notice
          tone="done"
          title={
            chosen?.paused
              ? `Held for ${chosen.url} until it is resumed.`
              : `Queued for ${chosen?.url}. The attempt appears in the list.`
          }
        />
      )}
    </Sheet>
  );
}

/** What sending to an endpoint means, in a sentence. */
function consequenceOf(
  { disabled, paused }: Pick<EndpointOut, 'disabled' | 'paused'>,
  wasSent: boolean,
): string {
  if (disabled) return 'This endpoint is disabled. Enable it first.';
  const what = wasSent
    ? 'This endpoint was sent the message before. It may receive it twice.'
    : 'Its event types and channels do not include this message. It receives the message anyway.';
  return paused ? `${what} It is paused, so the message waits until it is resumed.` : what;
}
