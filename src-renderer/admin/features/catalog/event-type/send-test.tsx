import { Send } from 'lucide-react';
import { useState } from 'react';
import { stringifyOrdered } from '../../../../../src-server/json-schema/ordered-json';
import { whenDone } from '../../../../api/when-done';
import { useEndpoints } from '../../../../shared/endpoint/use-endpoints';
import { Button } from '../../../../ui/button';
import { CodeBlock } from '../../../../ui/code-block';
import { FailureNotice } from '../../../../ui/failure-notice';
import { Select } from '../../../../ui/select';
import { Sheet } from '../../../../ui/sheet';
import { useApplications } from '../../../data/use-applications';
import { useSendTest } from '../../../data/use-payload-fit';
import { useCreateSample } from '../../../data/use-receiver';
import { SendResult } from '../../../parts/send-result';

interface SendTestProps {
  readonly eventType: string;
  /** The example that is shown. */
  readonly payload: unknown;
  readonly onClose: () => void;
}

/** The value of "all of them"; no endpoint has this id. */
const ALL = '';

/** Sends the shown example to one or all endpoints, and shows the outcome. */
export function SendTest({ eventType, payload, onClose }: SendTestProps) {
  const applications = useApplications();
  const [chosenApp, setApp] = useState('');
  const [endpointId, setEndpoint] = useState(ALL);
  const sample = useCreateSample();
  const send = useSendTest(eventType);
  const all = applications.data ?? [];
  const appId = chosenApp || all[0]?.id || '';
  const endpoints = useEndpoints(appId);
  const chooseApp = (id: string) => {
    setApp(id);
    setEndpoint(ALL);
    send.reset();
  };
  const useReceiver = () =>
    whenDone(sample.mutateAsync(), (made) => {
      setApp(made.appId);
      setEndpoint(made.endpointId);
      send.reset();
    });
  return (
    <Sheet
      wide
      title={`Send a test ${eventType}`}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Close</Button>
          <Button
            kind="primary"
            icon={<Send aria-hidden />}
            isDisabled={appId === '' || send.isPending}
            onPress={() => send.mutate({ appId, endpointId, payload })}
          >
            {send.data ? 'Send another' : 'Send test'}
          </Button>
        </>
      }
    >
      <p>Sends a real, signed message. It appears in the delivery log like any other.</p>
      {applications.error && (
        <FailureNotice title="The applications could not be loaded" cause={applications.error} />
      )}
      {all.length > 0 && (
        <Select
          label="Application"
          value={appId}
          onChange={chooseApp}
          options={all.map(({ id, name, uid }) => ({
            value: id,
            label: name,
            ...(uid ? { detail: uid } : {}),
          }))}
        />
      )}
      {appId !== '' && (
        <Select
          label="Endpoint"
          value={endpointId}
          onChange={(id) => {
            setEndpoint(id);
            send.reset();
          }}
          options={[
            { value: ALL, label: 'All subscribed endpoints' },
            ...(endpoints.data ?? []).map(({ id, url, disabled }) => ({
              value: id,
              label: url,
              ...(disabled ? { detail: 'disabled' } : {}),
            })),
          ]}
        />
      )}
      <div>
        <Button kind="quiet" size="small" isDisabled={sample.isPending} onPress={useReceiver}>
          Use the built-in receiver
        </Button>
      </div>
      {sample.error && (
        <FailureNotice title="The sample application could not be created" cause={sample.error} />
      )}
      {!send.data && <CodeBlock label="Payload" text={stringifyOrdered(payload, 2)} maxHeight="300px" />}
      {send.error && <FailureNotice title="The test was not sent" cause={send.error} />}
      {send.data && <SendResult appId={appId} message={send.data} />}
    </Sheet>
  );
}
