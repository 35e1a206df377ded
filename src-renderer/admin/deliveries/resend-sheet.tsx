import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { EndpointStatsOut } from '../../../src-server/contract/endpoint';
import type { LiveAttempt } from '../../../src-server/contract/live-event';
import type { PaceOut } from '../../../src-server/contract/pace';
import type { ReplayEstimateOut } from '../../../src-server/contract/replay';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import { Notice } from '../../ui/notice';
import { Sheet } from '../../ui/sheet';
import { Skeleton } from '../../ui/skeleton';
import { useInstance } from '../frame/instance';
import { EstimateTable } from './estimate-table';
import styles from './replay-sheet.module.css';
import { deliveriesOf, type ResendState, runResends } from './resend-run';

const part = encodeURIComponent;
const number = new Intl.NumberFormat('en-GB');

export interface ResendSheetProps {
  /** The rows that are ticked. */
  readonly attempts: readonly LiveAttempt[];
  readonly onClose: () => void;
  /** It has begun: the ticks have done their work. */
  readonly onBegun: () => void;
}

/** Chosen messages once more: how many to whom and how long, then Start, progress, Stop, receipt. */
export function ResendSheet({ attempts, onClose, onBegun }: ResendSheetProps) {
  const { api } = useInstance();
  const [deliveries] = useState(() => deliveriesOf(attempts));
  const [state, setState] = useState<ResendState | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => {
    const control = stop.current;
    return () => control.abort();
  }, []);
  const begin = () => {
    const control = new AbortController();
    stop.current = control;
    onBegun();
    const resend = ({ appId, msgId, endpointId }: LiveAttempt) =>
      api.post(`/app/${part(appId)}/msg/${part(msgId)}/endpoint/${part(endpointId)}/resend`);
    void runResends(deliveries, resend, control.signal, setState);
  };
  const isRunning = state?.phase === 'running';
  return (
    <Sheet
      title="Send the selected again"
      onClose={onClose}
      footer={
        state ? (
          <>
            {isRunning && (
              <Button kind="danger" onPress={() => stop.current.abort()}>
                Stop
              </Button>
            )}
            <Button kind="primary" isDisabled={isRunning} onPress={onClose}>
              Done
            </Button>
          </>
        ) : (
          <>
            <Button onPress={onClose}>Cancel</Button>
            <Button kind="primary" onPress={begin}>
              Send {number.format(deliveries.length)} again
            </Button>
          </>
        )
      }
    >
      {state ? <Progress state={state} /> : <Before deliveries={deliveries} />}
    </Sheet>
  );
}

function Before({ deliveries }: { readonly deliveries: readonly LiveAttempt[] }) {
  const targets = useMemo(
    () => [...new Map(deliveries.map((one) => [one.endpointId, one])).values()],
    [deliveries],
  );
  const answers = useStanding(targets);
  const times = deliveries.map(({ timestamp }) => timestamp).sort();
  const failed = answers.find(({ error }) => error);
  const estimates = answers.flatMap(({ data }, index) =>
    data ? [toEstimate(deliveries, targets[index]?.endpointId, data, times)] : [],
  );
  return (
    <>
      <p>Each message goes to its endpoint once more, with all its tries, as it was accepted.</p>
      {failed && (
        <FailureNotice
          title="It cannot be said how long it will take"
          cause={failed.error}
          onRetry={() => void failed.refetch()}
        />
      )}
      {!failed && estimates.length < targets.length && <Skeleton what="the endpoints" rows={3} />}
      {estimates.length === targets.length && <EstimateTable targets={targets} estimates={estimates} />}
      <Notice
        tone="warning"
        title="A receiver that has one of these already gets it twice, with the same webhook-id."
      />
    </>
  );
}

interface Standing {
  readonly pace: PaceOut;
  readonly stats: EndpointStatsOut;
}

/** How fast each endpoint is sent to, and how much waits for it. */
function useStanding(targets: readonly LiveAttempt[]) {
  const { id, api } = useInstance();
  return useQueries({
    queries: targets.map(({ appId, endpointId }) => ({
      queryKey: [id, 'replays', 'standing', endpointId],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Standing> => {
        const path = `/app/${part(appId)}/endpoint/${part(endpointId)}`;
        const [pace, stats] = await Promise.all([
          api.get<PaceOut>(`${path}/pace`, {}, signal),
          api.get<EndpointStatsOut>(`${path}/stats`, {}, signal),
        ]);
        return { pace, stats };
      },
      gcTime: 0,
    })),
  });
}

function toEstimate(
  deliveries: readonly LiveAttempt[],
  endpointId: string | undefined,
  { pace, stats }: Standing,
  times: readonly string[],
): ReplayEstimateOut {
  const messages = deliveries.filter((one) => one.endpointId === endpointId).length;
  const waiting = stats.pending + stats.sending;
  const rate = pace.currentRate;
  return {
    messages,
    waiting,
    rateLimit: pace.rateLimit,
    estimatedSeconds: rate ? Math.ceil((messages + waiting) / rate) : null,
    skipped: { contentRemoved: 0, alreadyWaiting: 0, changedMeanwhile: 0 },
    from: times[0] ?? '',
    until: times.at(-1) ?? '',
  };
}

function Progress({ state: { phase, total, queued, refused } }: { readonly state: ResendState }) {
  const words = `${number.format(queued)} of ${number.format(total)} queued`;
  const notRefused = refused.size === 0;
  return (
    <>
      {phase === 'running' && <Notice tone="info" title={`${words} so far`} />}
      {phase === 'stopped' && <Notice tone="warning" title={`${words}, then it was stopped`} />}
      {phase === 'finished' && (
        <Notice
          tone={notRefused ? 'done' : 'warning'}
          title={`${words}. The attempts show up in the list.`}
        />
      )}
      {phase === 'running' && (
        <progress className={styles.bar} aria-label="Messages queued" max={total} value={queued} />
      )}
      <ul className={styles.receipts}>
        {[...refused].map(([reason, amount]) => (
          <li key={reason}>
            <span className={styles.fault}>{number.format(amount)} refused:</span> {reason}
          </li>
        ))}
      </ul>
    </>
  );
}
