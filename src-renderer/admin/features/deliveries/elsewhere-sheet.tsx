import { type ReactNode, useState } from 'react';
import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import { useSendAgain } from '../../../shared/attempt/use-send-again';
import { useEndpoints } from '../../../shared/endpoint/use-endpoints';
import { AGAIN_LABELS } from '../../../shared/replay/again-labels';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import { Notice } from '../../../ui/notice';
import { Select } from '../../../ui/select';
import { Sheet } from '../../../ui/sheet';
import { Unread } from '../../../ui/unread';
import { useDestinations } from '../../data/use-deliveries';

interface ElsewhereSheetProps {
  readonly appId: string;
  readonly msgId: string;
  /** The endpoint that the sheet was opened from; null: none. */
  readonly except: string | null;
  readonly about: ReactNode;
  readonly onClose: () => void;
}

/** Sends one message to an endpoint of its application that the reader chooses. */
export function ElsewhereSheet({ appId, msgId, except, about, onClose }: ElsewhereSheetProps) {
  const endpoints = useEndpoints(appId);
  const destinations = useDestinations(appId, msgId).data;
  const again = useSendAgain();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const others = (endpoints.data ?? []).filter(({ id }) => id !== except);
  const chosen = others.find(({ id }) => id === chosenId);
  const canSend = chosen !== undefined && !chosen.disabled && destinations !== undefined && !again.isPending;
  return (
    <Sheet
      title={AGAIN_LABELS.title}
      onClose={onClose}
      footer={
        again.isSuccess ? (
          <Button kind="primary" onPress={onClose}>
            {AGAIN_LABELS.done}
          </Button>
        ) : (
          <>
            <Button onPress={onClose}>{AGAIN_LABELS.cancel}</Button>
            <Button
              kind="primary"
              isDisabled={!canSend}
              needs="POST /app/{app}/msg/{message}/endpoint/{endpoint}/resend"
              onPress={() => chosen && again.mutate({ appId, msgId, endpointId: chosen.id })}
            >
              {AGAIN_LABELS.start({ count: chosen ? 1 : 0 })}
            </Button>
          </>
        )
      }
    >
      {about}
      <Unread what="the endpoints" rows={2} query={endpoints} />
      {endpoints.data && others.length === 0 && (
        <Notice tone="info" title="This application has no other endpoint. Add one first." />
      )}
      {others.length > 0 && !again.isSuccess && (
        <Select
          label="Endpoint"
          value={chosenId}
          onChange={setChosenId}
          placeholder="Choose an endpoint"
          options={others.map(({ id, url, description }) => ({ value: id, label: url, detail: description }))}
        />
      )}
      {chosen && destinations && !again.isSuccess && (
        <Notice
          tone="warning"
          title={consequenceOf(
            chosen,
            destinations.some(({ id }) => id === chosen.id),
          )}
        />
      )}
      {again.error && <FailureNotice title="The message was not sent again" cause={again.error} />}
      {again.isSuccess && (
        <Notice
          tone="done"
          title={
            again.data.as === 'queued'
              ? `Already queued for ${chosen?.url}. It will be sent once.`
              : chosen?.paused
                ? `On hold for ${chosen.url} until it is resumed.`
                : `Queued for ${chosen?.url}. The attempt appears in the list.`
          }
        >
          {again.data.note}
        </Notice>
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
