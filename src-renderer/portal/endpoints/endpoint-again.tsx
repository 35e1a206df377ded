import { useState } from 'react';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import type { ReplayTaskOut } from '../../../src-server/contract/replay';
import { RecentReplays } from '../../shared/replay/recent-replays';
import { Button } from '../../ui/button';
import layout from '../../ui/layout.module.css';
import { Time } from '../../ui/time';
import { useLabels } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import { AgainSheet, type ReplayKind } from './again-sheet';
import styles from './portal-endpoints.module.css';

/** Sends past messages again, and shows the progress. */
export function EndpointAgain({ endpoint }: { readonly endpoint: EndpointOut }) {
  const labels = useLabels().endpoints.again;
  const { application } = usePortalSession();
  const [kind, setKind] = useState<ReplayKind | null>(null);
  return (
    <section className={styles.section}>
      <h2>{labels.title}</h2>
      <p className={layout.lead}>{endpoint.disabled ? labels.disabled : labels.text}</p>
      <div className={layout.row}>
        <Button isDisabled={endpoint.disabled} onPress={() => setKind('recover')}>
          {labels.recover}
        </Button>
        <Button isDisabled={endpoint.disabled} onPress={() => setKind('replay-missing')}>
          {labels.replay}
        </Button>
      </div>
      <RecentReplays
        appId={application.id}
        endpointId={endpoint.id}
        labels={{ notRead: labels.tasksNotRead, notStopped: labels.notStopped, stop: labels.stop }}
        receipt={(task) => <Receipt task={task} />}
        className={styles.tasks}
      />
      {kind && <AgainSheet endpoint={endpoint} kind={kind} onClose={() => setKind(null)} />}
    </section>
  );
}

/** What a replay is doing, or did. */
function Receipt({ task: { task, status, data } }: { readonly task: ReplayTaskOut }) {
  const labels = useLabels().endpoints.again;
  const { queued = 0, found = 0, startedAt, stopped, error } = data;
  return (
    <div className={styles.receipt} role={status === 'running' ? 'status' : undefined}>
      <p>
        <strong>{labels.names[task] ?? labels.other}</strong>{' '}
        <span className={layout.muted}>
          {labels.states[status === 'finished' && stopped ? 'stopped' : status]}
        </span>
      </p>
      {status === 'running' && <progress aria-label={labels.progressBar} className={styles.progress} />}
      <p className={layout.muted}>
        {labels.progress(queued, found)}; {labels.begun} <Time at={startedAt} />
      </p>
      {error && <p className={layout.failing}>{error}</p>}
    </div>
  );
}
