import { type ComponentProps, type FocusEvent, useState } from 'react';
import { GridList, GridListItem, ListLayout, Virtualizer } from 'react-aria-components';
import { useNavigate } from 'react-router';
import type { AttentionOut } from '../../../../src-server/contract/attention';
import { classNames } from '../../../ui/class-names';
import { hostOf } from '../../../ui/host-of';
import layout from '../../../ui/layout.module.css';
import { ATTENTION_ROW, AttentionRow, useAttentionSentence } from '../../parts/attention/attention-row';
import { useTo } from '../../platform/instance';

interface AttentionGridProps {
  /** The newest change first. */
  readonly rows: readonly AttentionOut[];
  readonly onAgain: (row: AttentionOut) => void;
  readonly onLimit: (row: AttentionOut) => void;
  /** The last rows are visible. */
  readonly onNearEnd: () => void;
}

const ROW_PX = 60;

/** One row per endpoint. Enter opens its live view; Right goes to the acts of a row. */
export function AttentionGrid({ rows, onAgain, onLimit, onNearEnd }: AttentionGridProps) {
  const to = useTo();
  const navigate = useNavigate();
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const currentId = rows.some(({ endpointId }) => endpointId === focusedId) ? focusedId : rows[0]?.endpointId;
  const open = (id: string) => {
    const row = rows.find(({ endpointId }) => endpointId === id);
    if (row) void navigate(to('apps', row.appId, 'endpoints', id, 'live'));
  };
  const onFocus = ({ target }: FocusEvent) =>
    setFocusedId(target.closest<HTMLElement>('[role=row]')?.dataset.key ?? null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices which row has the focus
    <div className={layout.frame} onFocus={onFocus}>
      <Virtualizer layout={ListLayout} layoutOptions={{ estimatedRowHeight: ROW_PX }}>
        <GridList
          aria-label="Endpoints that need attention, the newest change first"
          className={classNames(layout.scroller)}
          items={rows.map((row) => ({ ...row, id: row.endpointId }))}
          dependencies={[currentId]}
          onAction={(key) => open(String(key))}
          onScroll={({ currentTarget }) => {
            const { scrollTop, clientHeight, scrollHeight } = currentTarget;
            if (scrollTop + 2 * clientHeight >= scrollHeight) onNearEnd();
          }}
        >
          {(row) => (
            <Row row={row} isCurrent={row.endpointId === currentId} onAgain={onAgain} onLimit={onLimit} />
          )}
        </GridList>
      </Virtualizer>
    </div>
  );
}

function Row(props: Omit<ComponentProps<typeof AttentionRow>, 'sentence'>) {
  const { row } = props;
  const sentence = useAttentionSentence(row);
  return (
    <GridListItem
      id={row.endpointId}
      textValue={`${hostOf(row.url)}, ${row.appName}: ${sentence}`}
      className={ATTENTION_ROW}
    >
      <AttentionRow {...props} sentence={sentence} />
    </GridListItem>
  );
}
