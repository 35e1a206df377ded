import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { GridList, GridListItem, ListLayout, Virtualizer } from 'react-aria-components';
import { useNavigate } from 'react-router';
import { classNames } from '../../../ui/class-names';
import { FuseBar } from '../../../ui/fuse-bar';
import { shortRate } from '../../../ui/fuse-bar-geometry';
import layout from '../../../ui/layout.module.css';
import { percentOf } from '../../../ui/percent-of';
import { TrafficStatus } from '../../../ui/traffic-status';
import log from '../../../ui/virtual-grid/log-frame.module.css';
import { formatMs } from '../../parts/traffic/format-amount';
import { Sparkline } from '../../parts/traffic/sparkline';
import { useTo } from '../../platform/instance';
import styles from './endpoint-grid.module.css';
import type { EndpointRow } from './use-all-endpoints';
import { useRowTraffic } from './use-row-traffic';

interface EndpointGridProps {
  /** In display order. */
  readonly rows: readonly EndpointRow[];
  /** Called when the pointer enters or leaves the list. */
  readonly onPointed: (pointed: boolean) => void;
}

const number = new Intl.NumberFormat('en');
const ROW_PX = 40;
const NARROW_ROW_PX = 108;
const NARROW_PX = 620;

/** One row per endpoint. Only visible rows are followed live, and each renders itself: the list does not change. */
export const EndpointGrid = memo(function EndpointGrid({ rows, onPointed }: EndpointGridProps) {
  const to = useTo();
  const navigate = useNavigate();
  const frame = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow(frame);
  const item = useCallback(
    (row: EndpointRow) => (
      <GridListItem
        id={row.id}
        textValue={`${row.appName} ${row.host}, ${row.state}`}
        className={classNames(layout.hovered, styles.row)}
      >
        <Cells row={row} />
      </GridListItem>
    ),
    [],
  );
  const open = (key: string) => {
    const row = rows.find(({ endpointId }) => endpointId === key);
    if (row) void navigate(to('apps', row.appId, 'endpoints', row.endpointId, 'live'));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices whether the pointer is over the list
    <div
      ref={frame}
      className={layout.frame}
      onPointerEnter={() => onPointed(true)}
      onPointerLeave={() => onPointed(false)}
      onFocus={() => onPointed(true)}
      onBlur={() => onPointed(false)}
    >
      <div
        className={classNames(log.cells, layout.fixed, layout.meta, log.heads, styles.columns, styles.heads)}
        aria-hidden
      >
        <span>State</span>
        <span>Application</span>
        <span>Endpoint</span>
        <span>Rate and limit</span>
        <span className={styles.number}>Waiting</span>
        <span className={styles.number}>Oldest</span>
        <span className={styles.number}>Success</span>
        <span>Recent</span>
      </div>
      <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: isNarrow ? NARROW_ROW_PX : ROW_PX }}>
        <GridList
          aria-label="Endpoints, problems first"
          className={classNames(layout.restDown, layout.positioned, log.list)}
          items={rows}
          onAction={(key) => open(String(key))}
        >
          {item}
        </GridList>
      </Virtualizer>
    </div>
  );
});

const Cells = memo(function Cells({ row }: { readonly row: EndpointRow }) {
  const now = useRowTraffic(row.endpointId);
  const state = now?.state ?? row.state;
  const arrivals = now?.arrivalsPerS ?? 0;
  const sends = now?.sendsPerS ?? 0;
  const ratio = now?.successRatio ?? null;
  return (
    <div className={classNames(log.cells, styles.columns, layout.space, styles.cells)}>
      <span className={styles.state} title={now?.reason}>
        <TrafficStatus state={state} />
      </span>
      <span className={`${layout.label} ${styles.app}`}>{row.appName}</span>
      <span className={styles.host} title={row.url}>
        {row.host}
        <span className={layout.optional}>{row.path}</span>
      </span>
      <span className={styles.fuse}>
        <FuseBar
          ratePerS={sends}
          failedPerS={now?.failedPerS ?? 0}
          arrivalsPerS={arrivals}
          limit={now ? now.rateLimit : row.rateLimit}
          isInherited={row.isInherited}
        />
        <span className="visually-hidden">, {shortRate(arrivals)}/s received,</span>
      </span>
      <span className={styles.number}>
        {number.format(now?.queue ?? 0)}
        <span className={styles.unit}> waiting</span>
      </span>
      <span className={styles.number}>
        <span className={styles.unit}>oldest </span>
        {(state === 'paused' || state === 'disabled') && now?.oldestMs == null
          ? 'on hold'
          : formatMs(now?.oldestMs ?? null)}
      </span>
      <span className={styles.number}>
        <span className={styles.unit}>success </span>
        {ratio === null ? 'none' : percentOf(ratio)}
      </span>
      <span className={styles.spark}>
        <Sparkline endpointId={row.endpointId} />
      </span>
    </div>
  );
});

function useIsNarrow(frame: { readonly current: HTMLElement | null }): boolean {
  const [isNarrow, setIsNarrow] = useState(false);
  useEffect(() => {
    if (!frame.current) return;
    const watch = new ResizeObserver(([entry]) =>
      setIsNarrow((entry?.contentRect.width ?? NARROW_PX) < NARROW_PX),
    );
    watch.observe(frame.current);
    return () => watch.disconnect();
  }, [frame]);
  return isNarrow;
}
