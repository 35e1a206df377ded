import { useMemo, useState } from 'react';
import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import { RecentReplays } from '../../../shared/replay/recent-replays';
import type { ReplayPlan } from '../../../shared/replay/replay-plan';
import { Button } from '../../../ui/button';
import layout from '../../../ui/layout.module.css';
import { ReplayReceipt } from '../../parts/replay/replay-receipt';
import { ReplaySheet } from '../../parts/replay/replay-sheet';
import { useCommand } from '../../platform/commands/command-store';
import styles from './detail.module.css';
import recoveryStyles from './endpoint-recovery.module.css';

interface EndpointRecoveryProps {
  readonly appId: string;
  readonly endpoint: EndpointOut;
}

const SHEETS = {
  recover: {
    title: 'Recover failed messages',
    meaning: 'Delivers again every message that failed here and never arrived, with all its attempts.',
    warning:
      'A receiver that processed a message but failed to answer gets it twice, with the same webhook-id.',
  },
  'replay-missing': {
    title: 'Replay missing messages',
    meaning:
      'Sends every message that matches the current filters but was never sent here, because the endpoint or the filter did not exist yet.',
    warning: 'Messages that another system has delivered in the meantime are sent too.',
  },
} as const;

const LABELS = {
  notRead: 'Earlier replays could not be read',
  notStopped: 'It was not stopped',
  stop: 'Stop',
} as const;

/** Sends past messages again, and lists earlier replays. */
export function EndpointRecovery({ appId, endpoint }: EndpointRecoveryProps) {
  const [kind, setKind] = useState<keyof typeof SHEETS | null>(null);
  useCommand('endpoint-recover', endpoint.disabled ? null : () => setKind('recover'), undefined, true);
  useCommand(
    'endpoint-replay-missing',
    endpoint.disabled ? null : () => setKind('replay-missing'),
    undefined,
    true,
  );
  const plan = useMemo<ReplayPlan | null>(
    () =>
      kind && {
        kind,
        targets: [{ appId, endpointId: endpoint.id, url: endpoint.url }],
        body: { since: new Date().toISOString() },
      },
    [kind, appId, endpoint.id, endpoint.url],
  );
  return (
    <section className={layout.stack3} aria-labelledby="recovery-title">
      <div className={styles.sectionHead}>
        <h3 id="recovery-title">Send again</h3>
        <Button size="small" isDisabled={endpoint.disabled} onPress={() => setKind('recover')}>
          Recover failed
        </Button>
        <Button size="small" isDisabled={endpoint.disabled} onPress={() => setKind('replay-missing')}>
          Replay missing
        </Button>
      </div>
      {endpoint.disabled && (
        <p className={layout.meta}>A disabled endpoint accepts no resends. Enable it first.</p>
      )}
      <RecentReplays
        appId={appId}
        endpointId={endpoint.id}
        labels={LABELS}
        receipt={(task) => <ReplayReceipt task={task} />}
        empty={<p className={layout.meta}>No recovery or replay yet.</p>}
        className={recoveryStyles.tasks}
      />
      {kind && plan && <ReplaySheet {...SHEETS[kind]} plan={plan} withSpans onClose={() => setKind(null)} />}
    </section>
  );
}
