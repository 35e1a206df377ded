import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AttemptOut } from '../../../src-server/contract/attempt';
import type { SendAgain } from '../../../src-server/contract/explanation';
import type { ListCall } from '../../../src-server/contract/operation-call';
import { responseLabel } from '../../shared/attempt/response-label';
import { Button } from '../../ui/button';
import layout from '../../ui/layout.module.css';
import { NameLockup } from '../../ui/name-lockup';
import { Status } from '../../ui/status';
import { Time } from '../../ui/time';
import { useUiLabels } from '../../ui/ui-labels';
import { Unread } from '../../ui/unread';
import { useLabels } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import { AttemptDetails } from './attempt-details';
import { LoadOlder } from './load-older';
import styles from './portal-messages.module.css';
import { usePages } from './use-pages';
import { useResend } from './use-resend';

interface AttemptListProps {
  /** The API list, by endpoint or by message. */
  readonly list: ListCall<
    'GET /app/{app}/attempt/endpoint/{endpoint}' | 'GET /app/{app}/attempt/msg/{message}'
  >;
  /** What a row shows: the other of the two. */
  readonly show: 'message' | 'endpoint';
  /** What sending the message to each endpoint again does, by endpoint. Absent: not known. */
  readonly acts?: ReadonlyMap<string, SendAgain | null> | undefined;
  /** What to say when there is none. */
  readonly empty: string;
}

/** Attempts, newest first, each with the request, the response and a way to send the message again. */
export function AttemptList({ list, show, acts, empty }: AttemptListProps) {
  const labels = useLabels().messages;
  const attempts = usePages(list);
  return (
    <>
      <Unread what={labels.attemptsWhat} title={labels.attemptsNotRead} rows={4} query={attempts} />
      {attempts.rows?.length === 0 && <p className={layout.lead}>{empty}</p>}
      {attempts.rows && attempts.rows.length > 0 && (
        <ul className={`${layout.ruled} ${layout.below4} ${styles.list}`}>
          {attempts.rows.map((attempt) => (
            <li key={attempt.id} className={styles.attempt}>
              <Attempt attempt={attempt} show={show} act={acts?.get(attempt.endpointId)} />
            </li>
          ))}
        </ul>
      )}
      <LoadOlder pages={attempts} what="attempts" />
    </>
  );
}

interface AttemptProps extends Pick<AttemptListProps, 'show'> {
  readonly attempt: AttemptOut;
  /** What sending again does. Null: nothing, because it is queued or held. Undefined: not known. */
  readonly act: SendAgain | null | undefined;
}

function Attempt({ attempt, show, act }: AttemptProps) {
  const { may } = usePortalSession();
  const labels = useLabels().messages;
  const { causes } = useUiLabels();
  const [open, setOpen] = useState(false);
  const again = useResend({ ...attempt, act });
  const name = attempt.msg?.eventType;
  return (
    <>
      <div className={`${layout.gridCentered} ${layout.gapFlat} ${styles.attemptLine}`}>
        <Button
          kind="quiet"
          size="small"
          icon={<ChevronRight aria-hidden className={open ? styles.turned : undefined} />}
          aria-label={labels.details({ what: name ?? attempt.url })}
          aria-expanded={open}
          onPress={() => setOpen(!open)}
        />
        <Status status={attempt.statusText} />
        <span className={styles.code}>{responseLabel(attempt, causes)}</span>
        {show === 'message' ? (
          <Link
            to={`/messages/${attempt.msgId}`}
            className={`${layout.inkLink} ${layout.wrapping} ${styles.what}`}
          >
            {name ? <NameLockup name={name} /> : <code>{attempt.msgId}</code>}
          </Link>
        ) : (
          <Link
            to={`/endpoints/${attempt.endpointId}`}
            className={`${layout.inkLink} ${layout.wrapping} ${styles.what}`}
          >
            {attempt.url}
          </Link>
        )}
        <span className={styles.took}>
          {labels.tookMs({ ms: attempt.responseDurationMs })}
          {attempt.triggerType === 1 && `, ${labels.byHand}`}
        </span>
        <span className={styles.when}>
          <Time at={attempt.timestamp} />
        </span>
        {may('CreateAttempts') && act !== null && <span className={styles.resend}>{again.button}</span>}
      </div>
      {again.outcome}
      {open && <AttemptDetails attempt={attempt} />}
    </>
  );
}
