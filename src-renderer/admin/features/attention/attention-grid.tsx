import { type ComponentProps, type FocusEvent, useState } from 'react';
import { GridList, GridListItem, ListLayout, Virtualizer } from 'react-aria-components';
import { useNavigate } from 'react-router';
import type { AttentionOut } from '../../../../src-server/contract/attention';
import { classNames } from '../../../ui/class-names';
import { hostOf } from '../../../ui/host-of';
import layout from '../../../ui/layout.module.css';
import type { SilentPoller } from '../../data/attention/silent-pollers';
import { ATTENTION_ROW, AttentionRow, useAttentionSentence } from '../../parts/attention/attention-row';
import { SilentRow } from '../../parts/attention/silent-row';
import { silentSentence } from '../../parts/attention/silent-sentence';
import { useTo } from '../../platform/instance';

interface AttentionGridProps {
  /** The newest change first. */
  readonly rows: readonly AttentionOut[];
  /** Polling endpoints, which come after them. */
  readonly silent: readonly SilentPoller[];
  readonly onAgain: (row: AttentionOut) => void;
  readonly onLimit: (row: AttentionOut) => void;
  /** The last rows are visible. */
  readonly onNearEnd: () => void;
}

const ROW_PX = 60;

/** One row per endpoint. Enter opens its live view, or the page of a polling endpoint; Right goes to the acts of a row. */
export function AttentionGrid({ rows, silent, onAgain, onLimit, onNearEnd }: AttentionGridProps) {
  const to = useTo();
  const navigate = useNavigate();
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const items: Item[] = [
    ...rows.map((row) => ({ id: row.endpointId, row })),
    ...silent.map((poller) => ({ id: poller.pollerId, poller })),
  ];
  const currentId = items.some(({ id }) => id === focusedId) ? focusedId : rows[0]?.endpointId;
  const open = (id: string) => {
    const item = items.find((listed) => listed.id === id);
    if (item?.row) void navigate(to('apps', item.row.appId, 'endpoints', id, 'live'));
    if (item?.poller) void navigate(to('apps', item.poller.appId, 'polling', id));
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
          items={items}
          dependencies={[currentId]}
          onAction={(key) => open(String(key))}
          onScroll={({ currentTarget }) => {
            const { scrollTop, clientHeight, scrollHeight } = currentTarget;
            if (scrollTop + 2 * clientHeight >= scrollHeight) onNearEnd();
          }}
        >
          {({ id, row, poller }) =>
            row ? (
              <Row row={row} isCurrent={id === currentId} onAgain={onAgain} onLimit={onLimit} />
            ) : (
              <SilentItem poller={poller} />
            )
          }
        </GridList>
      </Virtualizer>
    </div>
  );
}

/** A row of either kind of endpoint. */
type Item =
  | { readonly id: string; readonly row: AttentionOut; readonly poller?: undefined }
  | { readonly id: string; readonly row?: undefined; readonly poller: SilentPoller };

function SilentItem({ poller }: { readonly poller: SilentPoller }) {
  return (
    <GridListItem
      id={poller.pollerId}
      textValue={`${poller.name}, ${poller.appName}: ${silentSentence(poller, Date.now())}`}
      className={ATTENTION_ROW}
    >
      <SilentRow poller={poller} />
    </GridListItem>
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
