import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { AttentionOut } from '../../../../src-server/contract/attention';
import { useEditEndpoint } from '../../../shared/endpoint/use-endpoints';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import { hostOf } from '../../../ui/host-of';
import layout from '../../../ui/layout.module.css';
import { TrafficStatus } from '../../../ui/traffic-status';
import { useCommand } from '../../platform/commands/command-store';
import { useThingInView } from '../../platform/commands/thing-in-view';
import { useWhenMay } from '../../platform/use-when-may';
import { useHold } from '../use-hold';
import styles from './attention-row.module.css';
import { attentionSentence } from './attention-sentence';

interface AttentionRowProps {
  readonly row: AttentionOut;
  /** Where its host leads to, in a list that shows only the first act of each. Absent: the list opens rows, with all acts. */
  readonly to?: string;
  /** What is wrong with it, as `useAttentionSentence` has it. */
  readonly sentence: string;
  /** True for the row that the commands of the screen are about. */
  readonly isCurrent: boolean;
  /** Opens the sheet that sends messages of the endpoint again. */
  readonly onAgain: (row: AttentionOut) => void;
  /** Opens the sheet that changes its limit. */
  readonly onLimit: (row: AttentionOut) => void;
}

/** The class of the element around an `AttentionRow`. */
export const ATTENTION_ROW = classNames(layout.gridCentered, layout.hovered, styles.row);

/** An endpoint: what is wrong in a sentence, and what can be done about it. Its parts, without an element around them. */
export function AttentionRow({ sentence, ...props }: AttentionRowProps) {
  const { row, to } = props;
  const host = hostOf(row.url);
  return (
    <>
      <span>
        <TrafficStatus state={row.state} />
      </span>
      <span className={`${layout.grid} ${layout.wrapping} ${styles.text}`}>
        <span className={styles.name}>
          <b>{to === undefined ? host : <Link to={to}>{host}</Link>}</b>
          <span className={layout.optional}>{row.url.slice(row.url.indexOf(host) + host.length)}</span>
          <span className={styles.app}>{row.appName}</span>
        </span>
        <span data-testid="attention-sentence">{sentence}</span>
      </span>
      <Acts {...props} host={host} />
    </>
  );
}

function Acts({
  row,
  to,
  host,
  isCurrent,
  onAgain,
  onLimit,
}: Omit<AttentionRowProps, 'sentence'> & { readonly host: string }) {
  const when = useWhenMay();
  const patch = useEditEndpoint({ appId: row.appId, endpointId: row.endpointId });
  const state = { url: row.url, paused: row.state === 'paused', disabled: row.state === 'disabled' };
  const hold = useHold(state, patch, isCurrent);
  useThingInView(isCurrent ? host : null);
  const isBrief = to !== undefined;
  // What is queued leaves by itself.
  const isQueued = row.state === 'delayed';
  const again = state.disabled || isQueued ? null : () => onAgain(row);
  const limit = isQueued ? () => onLimit(row) : null;
  useCommand(
    'send-again',
    isCurrent && again ? when('POST /app/{app}/endpoint/{endpoint}/recover', again) : null,
    `Retry ${host} now`,
    true,
  );
  useCommand(
    'endpoint-limit',
    isCurrent && limit ? when('PATCH /app/{app}/endpoint/{endpoint} rateLimit', limit) : null,
    `Change the limit of ${host}`,
    true,
  );
  return (
    <span className={`${layout.rowCentered} ${layout.atEnd}`}>
      {patch.error && (
        <span role="alert" className={layout.failing}>
          Not changed: {patch.error.detail}
        </span>
      )}
      {again && !(isBrief && state.paused) && (
        <Button
          size="small"
          aria-label={`Retry now: ${host}`}
          needs="POST /app/{app}/endpoint/{endpoint}/recover"
          onPress={again}
        >
          Retry now
        </Button>
      )}
      {limit && (
        <Button
          size="small"
          aria-label={`Change limit: ${host}`}
          needs="PATCH /app/{app}/endpoint/{endpoint} rateLimit"
          onPress={limit}
        >
          Change limit
        </Button>
      )}
      {(state.paused || !(isBrief || state.disabled)) && (
        <Button
          size="small"
          aria-label={`${state.paused ? 'Resume' : 'Pause'} ${host}`}
          isDisabled={patch.isPending}
          needs="PATCH /app/{app}/endpoint/{endpoint} paused"
          onPress={hold.togglePaused}
        >
          {state.paused ? 'Resume' : 'Pause'}
        </Button>
      )}
      {(state.disabled || !isBrief) && (
        <Button
          size="small"
          aria-label={`${state.disabled ? 'Enable' : 'Disable'} ${host}`}
          isDisabled={patch.isPending}
          needs="PATCH /app/{app}/endpoint/{endpoint} disabled"
          onPress={hold.toggleDisabled}
        >
          {state.disabled ? 'Enable' : 'Disable'}
        </Button>
      )}
    </span>
  );
}

/** What is wrong with an endpoint; it counts down to the next attempt. */
export function useAttentionSentence(row: AttentionOut): string {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return attentionSentence(row, nowMs);
}
