import { useState } from 'react';
import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import { AGAIN_LABELS } from '../../../shared/replay/again-labels';
import { RecentReplays } from '../../../shared/replay/recent-replays';
import { ReplayReceipt } from '../../../shared/replay/replay-receipt';
import { Button } from '../../../ui/button';
import layout from '../../../ui/layout.module.css';
import { type AgainRequest, againOfEndpoint } from '../../data/again-request';
import { AgainSheet } from '../../parts/again-sheet';
import { useCommand } from '../../platform/commands/command-store';
import styles from './detail.module.css';

interface EndpointRecoveryProps {
  readonly appId: string;
  readonly endpoint: EndpointOut;
}

/** Sends past messages again, and lists the latest receipts. */
export function EndpointRecovery({ appId, endpoint: { id, url } }: EndpointRecoveryProps) {
  const [request, setRequest] = useState<AgainRequest | null>(null);
  const ask = () => setRequest(againOfEndpoint({ appId, endpointId: id, url }, null, Date.now()));
  useCommand('send-again', ask, 'Send messages of the endpoint again', true);
  return (
    <section className={layout.stack3} aria-labelledby="recovery-title">
      <div className={styles.sectionHead}>
        <h3 id="recovery-title">Sent again</h3>
        <Button size="small" onPress={ask}>
          Send again
        </Button>
      </div>
      <RecentReplays
        appId={appId}
        endpointId={id}
        labels={AGAIN_LABELS}
        receipt={(task) => <ReplayReceipt task={task} labels={AGAIN_LABELS} />}
        empty={<p className={layout.meta}>Nothing was sent again yet.</p>}
        className={styles.tasks}
      />
      {request && <AgainSheet request={request} onClose={() => setRequest(null)} />}
    </section>
  );
}
