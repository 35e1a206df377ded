import { useState } from 'react';
import type { LiveAttempt } from '../../../../src-server/contract/live-event';
import { HeaderList } from '../../../shared/attempt/header-list';
import { laidOutBody } from '../../../shared/attempt/message-body';
import { useRecordedRequest } from '../../../shared/attempt/use-recorded-request';
import { CodeBlock } from '../../../ui/code-block';
import { CopyButton } from '../../../ui/copy-button';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { Segmented } from '../../../ui/segmented';
import { Skeleton } from '../../../ui/skeleton';
import { useCommand } from '../../platform/commands/command-store';
import { copyAct } from '../../platform/commands/copy-act';
import styles from './deliveries-screen.module.css';

const LOOKS = [
  { value: 'lines', label: 'Pretty' },
  { value: 'line', label: 'As sent' },
] as const;

interface AttemptRequestProps {
  readonly attempt: LiveAttempt;
  /** Tells it from that of other attempts on the page: what follows its names. */
  readonly of?: string;
}

/** The request as recorded: headers, body, and a command that sends the same. */
export function AttemptRequest({ attempt, of = '' }: AttemptRequestProps) {
  const { message, headers, curl, isUnrecorded, isRemoved } = useRecordedRequest(attempt.appId, attempt);
  useCommand('copy-curl', copyAct(curl, 'the request as curl'), 'Copy the request as curl', true);
  const [look, setLook] = useState<'lines' | 'line'>('lines');
  const { sent = [], hidden = [] } = headers.data ?? {};
  const body = message.data?.body;
  return (
    <section className={layout.stack2} aria-label={`Request${of}`}>
      <div className={styles.partHead}>
        <h3>Request</h3>
        {curl !== null && (
          <>
            <span className={layout.meta}>Copy as curl</span>
            <CopyButton text={curl} what="as curl" />
          </>
        )}
      </div>
      {headers.error && <FailureNotice title="The headers could not be loaded" cause={headers.error} />}
      {headers.isPending && <Skeleton what="the headers" rows={3} />}
      <HeaderList rows={sent} hidden={hidden} hiddenWord="hidden, write-only" className={styles.headers} />
      {isUnrecorded && (
        <p className={layout.meta}>
          No headers are recorded: the request was not sent, or its headers were not kept. A curl command
          needs them.
        </p>
      )}
      {curl !== null && hidden.length > 0 && <p className={layout.meta}>The command omits hidden headers.</p>}
      {message.error && <FailureNotice title="The message could not be loaded" cause={message.error} />}
      {message.isPending && <Skeleton what="the message" rows={3} />}
      {isRemoved && <p className={layout.meta}>The body was removed.</p>}
      {typeof body === 'string' && (
        <CodeBlock
          label={`Request body${of}`}
          text={look === 'lines' ? laidOutBody(body) : body}
          maxHeight="300px"
          remark={<Segmented label="Format of the body" value={look} onChange={setLook} options={LOOKS} />}
        />
      )}
    </section>
  );
}
