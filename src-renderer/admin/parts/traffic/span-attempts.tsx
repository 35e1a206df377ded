import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { LiveAttempt } from '../../../../src-server/contract/live-event';
import { responseLabel } from '../../../shared/attempt/response-label';
import layout from '../../../ui/layout.module.css';
import { NameLockup } from '../../../ui/name-lockup';
import { Status } from '../../../ui/status';
import { Time } from '../../../ui/time';
import { Unread } from '../../../ui/unread';
import { useInstance, useLive, useTo } from '../../platform/instance';
import type { TimeSpan } from './time-span';
import styles from './traffic-chart.module.css';

const SHOWN_MAX = 50;

interface SpanAttemptsProps {
  readonly appId: string;
  readonly endpointId: string;
  /** Only attempts within it; null: the newest. */
  readonly span: TimeSpan | null;
  /** Nothing newer than this is shown, in ms since 1970; null: live. */
  readonly frozenAtMs: number | null;
  /** How many are shown. */
  readonly max?: number;
}

/** The attempts at one endpoint, the newest or those in a chosen span. */
export function SpanAttempts({ appId, endpointId, span, frozenAtMs, max = SHOWN_MAX }: SpanAttemptsProps) {
  const to = useTo();
  const earlier = useStoredAttempts(appId, endpointId, span);
  const live = useLive(({ attempts }) => attempts);
  const shown = useMemo(
    () => newest(live, earlier.data ?? [], { endpointId, span, frozenAtMs }).slice(0, max),
    [live, earlier.data, endpointId, span, frozenAtMs, max],
  );
  return (
    <section className={`${layout.stack2} ${layout.shrinking} ${layout.contained}`} aria-label="Attempts">
      <h3>{span ? 'Attempts in the selected time range' : 'Newest attempts'}</h3>
      <Unread what="the attempts" rows={4} query={earlier} />
      {earlier.data && shown.length === 0 && (
        <p className={layout.muted}>{span ? 'No attempts in this time range.' : 'No attempts yet.'}</p>
      )}
      {shown.length > 0 && (
        <ol className={layout.ruled}>
          {shown.map((attempt) => (
            <li key={attempt.id}>
              <Link
                className={`${layout.hovering} ${layout.insetRing} ${styles.attempt}`}
                to={to('deliveries', 'messages', appId, attempt.msgId)}
              >
                <Status status={attempt.statusText} />
                <span className={styles.dim}>
                  <Time at={attempt.timestamp} as="clock" />
                </span>
                <span className={`${layout.cut} ${layout.unbroken}`}>
                  <NameLockup name={attempt.eventType} />
                </span>
                <span className={styles.dim}>{responseLabel(attempt)}</span>
                <span className={styles.dim}>{attempt.responseDurationMs} ms</span>
              </Link>
            </li>
          ))}
        </ol>
      )}
      {shown.length === max && (
        <p className={layout.muted}>
          Showing the newest {max}.{' '}
          <Link to={`${to('deliveries')}?app=${appId}&endpoint=${endpointId}`}>
            All attempts of this endpoint
          </Link>
        </p>
      )}
    </section>
  );
}

function useStoredAttempts(appId: string, endpointId: string, span: TimeSpan | null) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'deliveries', 'span', endpointId, span],
    queryFn: async ({ signal }): Promise<readonly LiveAttempt[]> => {
      const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
      const page = await api.call(
        'GET /app/{app}/attempt/endpoint/{endpoint}',
        {
          path: { app: appId, endpoint: endpointId },
          query: {
            limit: SHOWN_MAX,
            with_msg: true,
            with_content: false,
            after: span && iso(span.fromS),
            before: span && iso(span.untilS + 1),
          },
        },
        signal,
      );
      return page.data.map((attempt) => ({ ...attempt, appId, eventType: attempt.msg?.eventType ?? '' }));
    },
  });
}

/** Matching live and stored attempts, newest first, without duplicates. */
function newest(
  live: readonly LiveAttempt[],
  stored: readonly LiveAttempt[],
  wanted: Pick<SpanAttemptsProps, 'endpointId' | 'span' | 'frozenAtMs'>,
): readonly LiveAttempt[] {
  const { endpointId, span, frozenAtMs } = wanted;
  const fits = ({ timestamp, ...attempt }: LiveAttempt) => {
    const atMs = Date.parse(timestamp);
    if (attempt.endpointId !== endpointId || (frozenAtMs !== null && atMs > frozenAtMs)) return false;
    return !span || (atMs >= span.fromS * 1000 && atMs < (span.untilS + 1) * 1000);
  };
  const byId = new Map([...stored, ...live].filter(fits).map((attempt) => [attempt.id, attempt]));
  return [...byId.values()].sort((a, b) => b.timestamp.localeCompare(a.timestamp)).slice(0, SHOWN_MAX);
}
