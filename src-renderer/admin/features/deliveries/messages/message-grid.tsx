import { type KeyboardEvent, useMemo } from 'react';
import type { FleetMessageOut } from '../../../../../src-server/contract/fleet-message';
import { useStableCallback } from '../../../../ui/use-stable-callback';
import { LogFrame } from '../../../../ui/virtual-grid/log-frame';
import { readGridKey } from '../../../../ui/virtual-grid/read-grid-key';
import { useLogRows } from '../../../../ui/virtual-grid/use-log-rows';
import { useServedEventTypes } from '../../../data/use-catalog';
import { useRowHeight } from '../../../platform/appearance';
import { MESSAGE_COLUMNS, MessageRow } from './message-row';
import styles from './message-screen.module.css';

const NO_FLAGS: readonly string[] = [];

interface MessageGridProps {
  /** Newest first. */
  readonly messages: readonly FleetMessageOut[];
  readonly onOpen: (message: FleetMessageOut) => void;
  /** The last rows are visible. */
  readonly onNearEnd: () => void;
  /** True once the user has scrolled away from the newest rows. */
  readonly onScrolled: (away: boolean) => void;
}

/** One line per message; only the visible lines exist. Enter opens a message. */
export function MessageGrid({ messages, onOpen, onNearEnd, onScrolled }: MessageGridProps) {
  const types = useServedEventTypes().data;
  const flagsOf = useMemo(
    () => new Map(types?.flatMap(({ name, featureFlags }) => (featureFlags ? [[name, featureFlags]] : []))),
    [types],
  );
  const log = useLogRows({ items: messages, rowPx: useRowHeight(), onNearEnd, onScrolled });
  const { active } = log;
  const onRowOpen = useStableCallback((message: FleetMessageOut) => {
    log.setActiveId(message.id);
    onOpen(message);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const place = { rowCount: messages.length, row: active, pageRows: log.grid.pageRows() };
    const act = readGridKey(event, place);
    if (act?.kind === 'move') log.moveTo(messages[act.row]?.id ?? '');
    else if (act?.kind === 'activate') {
      const current = messages[active];
      if (current) onRowOpen(current);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <LogFrame
      label="Messages, newest first"
      log={log}
      className={styles.columns}
      columns={MESSAGE_COLUMNS}
      count={messages.length}
      onKeyDown={onKeyDown}
      row={(index, topPx) => {
        const message = messages[index];
        return (
          message && (
            <MessageRow
              key={message.id}
              message={message}
              flags={flagsOf.get(message.eventType) ?? NO_FLAGS}
              index={index}
              topPx={topPx}
              isActive={index === active}
              onOpen={onRowOpen}
            />
          )
        );
      }}
    />
  );
}
