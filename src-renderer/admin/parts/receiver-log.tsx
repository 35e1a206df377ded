import type { ReceivedRequest } from '../../../src-server/contract/receiver';
import { CodeBlock } from '../../ui/code-block';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { Time } from '../../ui/time';
import { useReceiverLog } from '../data/use-receiver';
import styles from './receiver-log.module.css';

/** What arrived at the built-in receiver, newest first. */
export function ReceiverLog({ bin }: { readonly bin: string }) {
  const log = useReceiverLog(bin);
  const shown = log.data?.requests.slice(0, 20) ?? [];
  return (
    <section className={`${layout.column} ${layout.shrinking}`} aria-labelledby={`receiver-${bin}`}>
      <div className={`${layout.baseline} ${layout.underlined} ${styles.head}`}>
        <h3 id={`receiver-${bin}`}>
          Arrived at <code>/receiver/{bin}</code>
        </h3>
        <span className={layout.metaNumbers}>
          {log.data === undefined
            ? ''
            : log.data.count > shown.length
              ? `newest ${shown.length} of ${log.data.count}`
              : log.data.count}
        </span>
      </div>
      {log.error && !log.data && <FailureNotice title="The receiver could not be loaded" cause={log.error} />}
      {log.data?.count === 0 && (
        <p className={`${layout.metaNumbers} ${styles.none}`}>
          Nothing yet. Messages appear here within a second.
        </p>
      )}
      {shown.map((request) => (
        <Arrival key={request.number} request={request} />
      ))}
    </section>
  );
}

function Arrival({ request }: { readonly request: ReceivedRequest }) {
  const id = request.headers['webhook-id'] ?? request.headers['svix-id'];
  return (
    <details className={`${layout.underlined} ${styles.arrival}`}>
      <summary>
        <span className={styles.number}>{request.number}</span>
        <Time at={request.receivedAt} as="clock" />
        <code className={`${layout.rest} ${layout.cut} ${layout.size12}`}>
          {id ?? `${request.method} ${request.url}`}
        </code>
        <span className={layout.metaNumbers}>HTTP {request.answeredStatus}</span>
      </summary>
      <div className={`${layout.stack2} ${styles.inside}`}>
        <CodeBlock label="Headers" language="text" text={headerText(request.headers)} maxHeight="220px" />
        <CodeBlock label="Body" text={pretty(request.body)} maxHeight="280px" />
      </div>
    </details>
  );
}

function headerText(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** JSON with line breaks; anything else unchanged. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
