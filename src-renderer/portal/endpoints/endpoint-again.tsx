import { useState } from 'react';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import { RecentReplays } from '../../shared/replay/recent-replays';
import type { ReplayChoice } from '../../shared/replay/replay-choice';
import { ReplayReceipt } from '../../shared/replay/replay-receipt';
import { SendAgainSheet } from '../../shared/replay/send-again-sheet';
import { Button } from '../../ui/button';
import layout from '../../ui/layout.module.css';
import { useLabels } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import styles from './portal-endpoints.module.css';

/** Sends past messages again, and shows the progress. */
export function EndpointAgain({ endpoint: { id, url } }: { readonly endpoint: EndpointOut }) {
  const labels = useLabels().endpoints.again;
  const { application } = usePortalSession();
  const [choice, setChoice] = useState<ReplayChoice | null>(null);
  const ask = () => {
    const targets = [{ appId: application.id, endpointId: id, url }];
    setChoice({ targets, since: null, until: null, filter: {}, askedAtMs: Date.now() });
  };
  return (
    <section className={styles.section}>
      <h2>{labels.title}</h2>
      <p className={layout.lead}>{labels.text}</p>
      <div className={layout.row}>
        <Button onPress={ask}>{labels.title}</Button>
      </div>
      <RecentReplays
        appId={application.id}
        endpointId={id}
        labels={labels}
        receipt={(task) => <ReplayReceipt task={task} labels={labels} />}
        className={styles.tasks}
      />
      {choice && (
        <SendAgainSheet
          choice={choice}
          labels={labels}
          about={<code className={styles.url}>{url}</code>}
          onClose={() => setChoice(null)}
        />
      )}
    </section>
  );
}
