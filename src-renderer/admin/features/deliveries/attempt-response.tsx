import type { AttemptOut } from '../../../../src-server/contract/attempt';
import { responseLabel } from '../../../shared/attempt/response-label';
import { CodeBlock } from '../../../ui/code-block';
import layout from '../../../ui/layout.module.css';
import { pretty } from '../../parts/receiver-log';
import styles from './deliveries-screen.module.css';

interface AttemptResponseProps {
  readonly attempt: Pick<AttemptOut, 'responseStatusCode' | 'responseDurationMs' | 'cause'>;
  /** The body, or why there was none. */
  readonly response: string;
  /** Tells it from that of other attempts on the page: what follows its names. */
  readonly of?: string;
}

/** What came back, or what went wrong. */
export function AttemptResponse({ attempt, response, of = '' }: AttemptResponseProps) {
  const hasResponse = attempt.responseStatusCode !== 0;
  const title = hasResponse ? 'Response' : 'No response';
  return (
    <section className={layout.stack2} aria-label={title + of}>
      <div className={styles.partHead}>
        <h3>{title}</h3>
        <span className={layout.meta}>
          {responseLabel(attempt)} after {attempt.responseDurationMs} ms
        </span>
      </div>
      <CodeBlock
        label={(hasResponse ? 'Response body' : 'Reason for no response') + of}
        text={response === '' ? '(empty)' : pretty(response)}
        maxHeight="220px"
      />
    </section>
  );
}
