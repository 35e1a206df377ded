import { useEffect, useState } from 'react';
import { GridListItem } from 'react-aria-components';
import type { AttentionOut } from '../../../../src-server/contract/attention';
import { useEditEndpoint } from '../../../shared/endpoint/use-endpoints';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import { hostOf } from '../../../ui/host-of';
import layout from '../../../ui/layout.module.css';
import { TrafficStatus } from '../../../ui/traffic-status';
import { useHold } from '../../parts/use-hold';
import { useCommand } from '../../platform/commands/command-store';
import { useThingInView } from '../../platform/commands/thing-in-view';
import styles from './attention-grid.module.css';
import { attentionSentence } from './attention-sentence';

interface AttentionRowProps {
  readonly row: AttentionOut;
  /** True for the row that the commands of the screen are about. */
  readonly isCurrent: boolean;
  /** Opens the sheet that sends messages of the endpoint again. */
  readonly onAgain: (row: AttentionOut) => void;
  /** Opens the sheet that changes its limit. */
  readonly onLimit: (row: AttentionOut) => void;
}

/** An endpoint: what is wrong in a sentence, and what can be done about it. */
export function AttentionRow({ row, isCurrent, onAgain, onLimit }: AttentionRowProps) {
  const sentence = attentionSentence(row, useNow());
  const host = hostOf(row.url);
  return (
    <GridListItem
      id={row.endpointId}
      textValue={`${host}, ${row.appName}: ${sentence}`}
      className={classNames(layout.gridCentered, layout.hovered, styles.row)}
    >
      <span>
        <TrafficStatus state={row.state} />
      </span>
      <span className={`${layout.grid} ${layout.wrapping} ${styles.text}`}>
        <span className={styles.name}>
          <b>{host}</b>
          <span className={layout.optional}>{row.url.slice(row.url.indexOf(host) + host.length)}</span>
          <span className={styles.app}>{row.appName}</span>
        </span>
        <span data-testid="attention-sentence">{sentence}</span>
      </span>
      <Acts row={row} host={host} isCurrent={isCurrent} onAgain={onAgain} onLimit={onLimit} />
    </GridListItem>
  );
}

function Acts({ row, host, isCurrent, onAgain, onLimit }: AttentionRowProps & { readonly host: string }) {
  const patch = useEditEndpoint({ appId: row.appId, endpointId: row.endpointId });
  const state = { url: row.url, paused: row.state === 'paused', disabled: row.state === 'disabled' };
  const hold = useHold(state, patch, isCurrent);
  useThingInView(isCurrent ? host : null);
  // What is queued leaves by itself.
  const isQueued = row.state === 'delayed';
  const again = state.disabled || isQueued ? null : () => onAgain(row);
  const limit = isQueued ? () => onLimit(row) : null;
  useCommand('send-again', isCurrent ? again : null, `Retry ${host} now`, true);
  useCommand('endpoint-limit', isCurrent ? limit : null, `Change the limit of ${host}`, true);
  return (
    <span className={`${layout.rowCentered} ${layout.atEnd}`}>
      {patch.error && (
        <span role="alert" className={layout.failing}>
          Not changed: {patch.error.detail}
        </span>
      )}
      {again && (
        <Button size="small" aria-label={`Retry now: ${host}`} onPress={again}>
          Retry now
        </Button>
      )}
      {limit && (
        <Button size="small" aria-label={`Change limit: ${host}`} onPress={limit}>
          Change limit
        </Button>
      )}
      {!state.disabled && (
        <Button
          size="small"
          aria-label={`${state.paused ? 'Resume' : 'Pause'} ${host}`}
          isDisabled={patch.isPending}
          onPress={hold.togglePaused}
        >
          {state.paused ? 'Resume' : 'Pause'}
        </Button>
      )}
      <Button
        size="small"
        aria-label={`${state.disabled ? 'Enable' : 'Disable'} ${host}`}
        isDisabled={patch.isPending}
        onPress={hold.toggleDisabled}
      >
        {state.disabled ? 'Enable' : 'Disable'}
      </Button>
    </span>
  );
}

/** The time in milliseconds since 1970, once a second: the sentence counts down to the next attempt. */
function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
