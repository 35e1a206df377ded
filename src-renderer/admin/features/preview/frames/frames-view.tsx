import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import type { CommandId } from '../../../../../src-main/contract/commands';
import type { FramePort } from '../../../../shared/preview-frames/frame-port';
import { FRAME_GAP_PX, frameScale } from '../../../../shared/preview-frames/frame-scale';
import type { RowSizes } from '../../../../shared/preview-frames/ghost-gaps';
import type { PlannedFrame } from '../../../../shared/preview-frames/planned-frame';
import { useMirror } from '../../../../shared/preview-frames/use-mirror';
import { useSize } from '../../../../shared/preview-frames/use-size';
import { type PreviewType, sees } from '../../../../shared/preview-frames/visible-types';
import type { FrameKey } from '../../../../shared/preview-link/messages';
import layout from '../../../../ui/layout.module.css';
import type { FrameDraft } from '../../../parts/portal-frame/use-frame-access';
import { actOf, runCommand, useCommand, useCommandStore } from '../../../platform/commands/command-store';
import { isSingle, onMac, readStroke, strokeOf, type Waiting } from '../../../platform/commands/key-strokes';
import { useKeymap } from '../../../platform/commands/keymap';
import { useSingleKeys } from '../../../platform/commands/single-keys';
import { DifferenceMap } from '../difference-map';
import type { FrameSource } from '../draft/frame-source';
import { clampWidth, type PreviewAddress, widthText } from '../preview-address';
import styles from './frames-view.module.css';
import { SetFrame } from './set-frame';
import { useDifferences } from './use-differences';
import { WidthHandle } from './width-handle';

interface FramesViewProps {
  readonly frames: readonly PlannedFrame[];
  readonly appId: string;
  readonly types: readonly PreviewType[];
  readonly address: PreviewAddress;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
  /** Filled with the port of each frame, by its key, for pictures. */
  readonly lines: RefObject<ReadonlyMap<string, FramePort>>;
  /** Filled with the sizes of rows, for pictures. */
  readonly sizes: RefObject<RowSizes>;
  readonly source: FrameSource;
  /** The draft that the frames show; undefined: none. */
  readonly draft: FrameDraft | undefined;
  /** A new object when the frames must read their event types again. */
  readonly state: object;
}

/** Height of the head of a frame, in pixels. */
const HEAD_PX = 34;
const PADDING_PX = 16;

/** Up to four portals side by side, kept in step. */
export function FramesView(props: FramesViewProps) {
  const { frames, appId, types, address, onChange, lines, sizes, source, draft, state } = props;
  const room = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(room);
  const [dragged, setDragged] = useState<number | null>(null);
  const widthPx = dragged ?? address.widthPx;
  const onPage = useCallback(
    (page: string) => onChange({ page: page === '/catalog' ? '' : page }),
    [onChange],
  );
  const onKey = useFrameKeys();
  const mirror = useMirror({ frames, types, page: address.page, sync: address.sync, onPage, onKey });
  lines.current = mirror.ports.current;
  sizes.current = mirror.sizes;
  const union = useMemo(
    () => types.filter((type) => frames.some(({ set }) => sees(type, set))),
    [types, frames],
  );
  const differences = useDifferences({ types: union, frames, page: address.page, onPage, show: mirror.show });
  const inner = width - 2 * PADDING_PX;
  const scale = frameScale(inner, widthPx, frames.length, address.zoom);
  const roomPx = Math.max(240, height - 2 * PADDING_PX - HEAD_PX);
  useFrameFocus(room);
  const setWidth = (px: number) => {
    onChange({ width: widthText(clampWidth(px)) });
  };
  return (
    <div className={`${layout.flex} ${layout.rest}`}>
      <DifferenceMap {...differences} />
      <div ref={room} className={`${layout.rest} ${layout.positioned} ${styles.room}`}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
        <section className={`${layout.insetRing} ${styles.scroller}`} tabIndex={0} aria-label="Frames">
          <div className={layout.strip} style={{ gap: FRAME_GAP_PX, padding: PADDING_PX }}>
            {width > 0 &&
              frames.map((plan, index) => (
                <div key={plan.key} className={`${layout.flex} ${layout.positioned}`}>
                  <SetFrame
                    plan={plan}
                    place={index + 1}
                    appId={appId}
                    types={types}
                    union={union}
                    page={address.page}
                    widthPx={widthPx}
                    roomPx={roomPx}
                    scale={scale}
                    gaps={address.gaps}
                    sizes={mirror.sizes}
                    source={source}
                    draft={draft}
                    state={state}
                    outlined={mirror.pointed && mirror.pointed.from !== plan.key ? mirror.pointed.name : null}
                    onSaid={mirror.onSaid}
                    onPort={mirror.onPort}
                  />
                  {index === frames.length - 1 && (
                    <WidthHandle widthPx={widthPx} scale={scale} onDrag={setDragged} onWidth={setWidth} />
                  )}
                </div>
              ))}
          </div>
        </section>
      </div>
    </div>
  );
}

function useFrameFocus(room: RefObject<HTMLDivElement | null>): void {
  const go = (place: number) => () => {
    const frame = room.current?.querySelector<HTMLElement>(`[data-frame="${place}"]`);
    frame?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    frame?.querySelector('iframe')?.focus();
  };
  useCommand('preview-frame-1', go(1));
  useCommand('preview-frame-2', go(2));
  useCommand('preview-frame-3', go(3));
  useCommand('preview-frame-4', go(4));
}

/** Runs commands for keys pressed inside a frame, which the window never sees. */
function useFrameKeys(): (press: FrameKey) => void {
  const waiting = useRef<Waiting | null>(null);
  return useCallback((press) => {
    const stroke = strokeOf(press, onMac());
    if (stroke === null || (isSingle(stroke) && !useSingleKeys.getState().on)) return;
    const { chosen } = useKeymap.getState();
    const { offers } = useCommandStore.getState();
    const isOffered = (id: CommandId) => actOf(offers, id) !== undefined;
    const read = readStroke(stroke, waiting.current, performance.now(), { chosen, isOffered });
    waiting.current = read.waiting;
    if (read.command) runCommand(read.command);
  }, []);
}
