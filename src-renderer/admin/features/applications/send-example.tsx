import { useState } from 'react';
import { Link } from 'react-router';
import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import { useSendExample } from '../../../shared/endpoint/use-send-example';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import { ComboBox } from '../../../ui/combo-box';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { Notice } from '../../../ui/notice';
import { useServedEventTypes } from '../../data/use-catalog';
import { useTo } from '../../platform/instance';
import styles from './detail.module.css';

interface SendExampleProps {
  readonly appId: string;
  readonly endpoint: EndpointOut;
}

/** Sends the example of an event type only to this endpoint, to see whether it arrives. */
export function SendExample({ appId, endpoint }: SendExampleProps) {
  const to = useTo();
  const types = useServedEventTypes();
  const send = useSendExample(appId, endpoint.id);
  const names = (types.data ?? []).filter((type) => !type.archived).map(({ name }) => name);
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? endpoint.filterTypes?.[0] ?? names[0] ?? '';
  return (
    <section className={layout.stack3} aria-labelledby="example-title">
      <div className={styles.sectionHead}>
        <h3 id="example-title">Send a test</h3>
        <span className={layout.meta}>sends the example of an event type to this endpoint only</span>
      </div>
      <div className={classNames(layout.rowEnd, styles.inline)}>
        <ComboBox label="Event type" value={name} onChange={setTyped} options={names} mono />
        <Button
          isDisabled={name.trim() === '' || send.isPending || endpoint.disabled}
          needs="POST /app/{app}/endpoint/{endpoint}/send-example"
          onPress={() => send.mutate(name.trim())}
        >
          Send example
        </Button>
      </div>
      {endpoint.disabled && (
        <p className={layout.meta}>A disabled endpoint accepts no examples. Enable it first.</p>
      )}
      {send.error && <FailureNotice title="No example was sent" cause={send.error} />}
      {send.data && (
        <Notice tone="done" title={`Queued an example of ${send.data.eventType}`}>
          <Link to={to('deliveries', 'messages', appId, send.data.id)}>Show its delivery</Link>
        </Notice>
      )}
    </section>
  );
}
