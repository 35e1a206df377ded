import { useState } from 'react';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import { PING_EVENT_TYPE } from '../../../src-server/contract/endpoint-example';
import { takesEventType } from '../../shared/endpoint/takes-event-type';
import { useSendExample } from '../../shared/endpoint/use-send-example';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { Select } from '../../ui/select';
import { useEventTypes } from '../catalog/use-event-types';
import { useLabels } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import { ExamplePayload } from './example-payload';
import styles from './portal-endpoints.module.css';
import { TestOutcome } from './test-outcome';

interface EndpointTestProps {
  readonly endpoint: EndpointOut;
  /** False: there is a heading above it already. */
  readonly isTitled?: boolean;
  /** Called when an attempt has ended. */
  readonly onResponse?: () => void;
}

/** Sends the example of an event type only to this endpoint, and shows its response. */
export function EndpointTest({ endpoint, isTitled = true, onResponse }: EndpointTestProps) {
  const { application } = usePortalSession();
  const labels = useLabels().endpoints.test;
  const types = useEventTypes();
  const names = (types.data ?? []).filter((type) => takesEventType(endpoint, type)).map(({ name }) => name);
  const [chosen, setChosen] = useState<string | null>(null);
  // It works with every endpoint, whereas an event type may have no example.
  const name = chosen ?? PING_EVENT_TYPE;
  const send = useSendExample(application.id, endpoint.id);
  return (
    <section className={styles.section}>
      {isTitled && <h2>{labels.title}</h2>}
      <p className={layout.lead}>{labels.text}</p>
      <div className={layout.rowEndWide}>
        <Select
          label={labels.type}
          value={name}
          onChange={(next) => {
            setChosen(next);
            send.reset();
          }}
          options={[
            { value: PING_EVENT_TYPE, label: labels.ping },
            ...names.map((name) => ({ value: name, label: name })),
          ]}
        />
        <Button
          kind="primary"
          isDisabled={endpoint.disabled || send.isPending}
          onPress={() => send.mutate(name)}
        >
          {send.isPending ? labels.sending : labels.send}
        </Button>
      </div>
      {endpoint.disabled && <p className={layout.waiting}>{labels.disabled}</p>}
      {!endpoint.disabled && endpoint.paused && <p className={layout.waiting}>{labels.paused}</p>}
      {send.error && <FailureNotice title={labels.notSent} cause={send.error} />}
      {send.data ? (
        <TestOutcome
          key={send.data.id}
          message={send.data}
          endpoint={endpoint}
          {...(onResponse && { onResponse })}
        />
      ) : (
        <ExamplePayload key={name} eventType={name} />
      )}
    </section>
  );
}
