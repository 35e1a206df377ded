import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { FleetMessageOut } from '../../../../../src-server/contract/fleet-message';
import { classNames } from '../../../../ui/class-names';
import layout from '../../../../ui/layout.module.css';
import { useStableCallback } from '../../../../ui/use-stable-callback';
import { readGridKey } from '../../../../ui/virtual-grid/read-grid-key';
import { useVirtualGrid } from '../../../../ui/virtual-grid/use-virtual-grid';
import { useRowHeight } from '../../../platform/appearance';
import styles from './message-grid.module.css';
import { MessageRow } from './message-row';

export interface MessageGridProps {
  /** Newest first. */
  readonly messages: readonly FleetMessageOut[];
  readonly onOpen: (message: FleetMessageOut) => void;
  /** The last rows are visible. */
  readonly onNearEnd: () => void;
  /** True once the user has scrolled away from the newest rows. */
  readonly onScrolled: (away: boolean) => void;
}

const NEAR_END_ROWS = 30;

/** One line per message; only the visible lines exist. Enter opens a message. */
export function MessageGrid({ messages, onOpen, onNearEnd, onScrolled }: MessageGridProps) {
  const rowHeight = useRowHeight();
  const [activeId, setActiveId] = useState('');
  const active = Math.max(
    0,
    messages.findIndex(({ id }) => id === activeId),
  );
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useVirtualGrid({ scroller, count: messages.length, rowPx: rowHeight, active });

  const isNearEnd = grid.lastInSight >= messages.length - NEAR_END_ROWS;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page with few rows must be followed by another
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, messages.length, onNearEnd]);
  useEffect(() => () => onScrolled(false), [onScrolled]);

  const onRowOpen = useStableCallback((message: FleetMessageOut) => {
    setActiveId(message.id);
    onOpen(message);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const place = { rowCount: messages.length, row: active, pageRows: grid.pageRows() };
    const act = readGridKey(event, place);
    if (act?.kind === 'move') {
      setActiveId(messages[act.row]?.id ?? '');
      grid.takeFocus();
      grid.reveal();
    } else if (act?.kind === 'activate') {
      const current = messages[active];
      if (current) onRowOpen(current);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={layout.frame}>
      <HeaderRow />
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot leave out the rows that are not visible */}
      <div
        ref={scroller}
        role="grid"
        aria-label="Messages, newest first"
        aria-rowcount={messages.length}
        tabIndex={-1}
        className={styles.list}
        onKeyDownCapture={onKeyDown}
        onScroll={({ currentTarget }) => onScrolled(currentTarget.scrollTop > rowHeight / 2)}
      >
        <div role="presentation" className={styles.rows} style={{ height: grid.heightPx }}>
          {grid.rows.map(({ index, topPx }) => {
            const message = messages[index];
            return (
              message && (
                <MessageRow
                  key={message.id}
                  message={message}
                  index={index}
                  topPx={topPx}
                  isActive={index === active}
                  onOpen={onRowOpen}
                />
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

function HeaderRow() {
  return (
    <div className={classNames(styles.cells, styles.heads)} aria-hidden>
      <span>State</span>
      <span>Event type</span>
      <span className={styles.outcomes}>Endpoints</span>
      <span className={styles.app}>Application</span>
      <span className={styles.id}>Id</span>
      <span className={styles.time}>Accepted</span>
    </div>
  );
}
