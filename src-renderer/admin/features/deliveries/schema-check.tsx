import { Link } from 'react-router';
import type { LiveAttempt } from '../../../../src-server/contract/live-event';
import { useMessage } from '../../../shared/attempt/use-message';
import { PayloadVerdict } from '../../../shared/schema-view/payload-verdict';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { Skeleton } from '../../../ui/skeleton';
import { useServedEventTypes } from '../../data/use-catalog';
import { useServedVerdict } from '../../data/use-payload-fit';
import { useTo } from '../../platform/instance';
import styles from './deliveries-screen.module.css';

interface SchemaCheckProps {
  readonly sent: Pick<LiveAttempt, 'appId' | 'msgId' | 'eventType'>;
}

/** Whether the payload matches the current schema of its event type. It was delivered either way. */
export function SchemaCheck({ sent }: SchemaCheckProps) {
  const to = useTo();
  const message = useMessage(sent.appId, sent.msgId);
  const types = useServedEventTypes();
  const type = types.data?.find(({ name }) => name === sent.eventType);
  const payload = message.data && !isGone(message.data.payload) ? message.data.payload : undefined;
  const verdict = useServedVerdict(sent.eventType, type ? payload : undefined, type?.updatedAt ?? '');
  // Not in the catalog, or its content was removed: there is nothing to check.
  if (!type || payload === undefined) return null;
  return (
    <section className={layout.stack2} aria-labelledby="schema-check-title">
      <div className={styles.partHead}>
        <h3 id="schema-check-title">Schema check</h3>
        <Link to={to('catalog', sent.eventType)} className={layout.meta}>
          current schema
        </Link>
      </div>
      {verdict.isPending && <Skeleton what="the schema check" rows={1} />}
      {verdict.error && <FailureNotice title="The payload could not be checked" cause={verdict.error} />}
      {verdict.data && <PayloadVerdict result={verdict.data} />}
    </section>
  );
}

/** The placeholder for a payload that was removed, or for a text that is not JSON. */
function isGone(payload: Readonly<Record<string, unknown>>): boolean {
  const keys = Object.keys(payload);
  return keys.length === 1 && (payload.expired === true || typeof payload.rawPayload === 'string');
}
