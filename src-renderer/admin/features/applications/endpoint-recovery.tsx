import { useMemo, useState } from 'react';
import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import type { ReplayPlan } from '../../../shared/replay/replay-plan';
import { useRecentReplays, useStopReplays } from '../../../shared/replay/use-replays';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { ReplayReceipt } from '../../parts/replay/replay-receipt';
import { ReplaySheet } from '../../parts/replay/replay-sheet';
import { useCommand } from '../../platform/commands/command-store';
import styles from './detail.module.css';
import recoveryStyles from './endpoint-recovery.module.css';

export interface EndpointRecoveryProps {
  readonly appId: string;
  readonly endpoint: EndpointOut;
}

const SHEETS = {
  recover: {
    title: 'Recover failed messages',
    meaning: 'Every message that failed here and never arrived goes out once more, with all its tries.',
    warning:
      'A receiver that did the work and then failed to say so gets it a second time, with the same webhook-id.',
  },
  'replay-missing': {
    title: 'Replay missing messages',
    meaning:
      'Every message that fits the filters of today and was never to go here goes out: from before the endpoint was there, or before its filters let it through.',
    warning: 'What another system has brought over meanwhile arrives here too.',
  },
} as const;

/** Messages of the past once more, and what was done of that before. */
export function EndpointRecovery({ appId, endpoint }: EndpointRecoveryProps) {
  const [kind, setKind] = useState<keyof typeof SHEETS | null>(null);
  const recent = useRecentReplays(appId, endpoint.id);
  const stop = useStopReplays();
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
        <p className={layout.meta}>A disabled endpoint takes nothing again. Enable it first.</p>
      )}
      {recent.error && <FailureNotice title="Earlier replays could not be read" cause={recent.error} />}
      {recent.data?.length === 0 && <p className={layout.meta}>Nothing was sent again in bulk yet.</p>}
      <ul>
        {recent.data?.map((task) => (
          <li key={task.id} className={recoveryStyles.task}>
            <ReplayReceipt task={task} />
            {task.status === 'running' && (
              <Button
                kind="danger"
                size="small"
                isDisabled={stop.isPending}
                onPress={() => stop.mutate([task])}
              >
                Stop
              </Button>
            )}
          </li>
        ))}
      </ul>
      {stop.error && <FailureNotice title="It was not stopped" cause={stop.error} />}
      {kind && plan && <ReplaySheet {...SHEETS[kind]} plan={plan} withSpans onClose={() => setKind(null)} />}
    </section>
  );
}
