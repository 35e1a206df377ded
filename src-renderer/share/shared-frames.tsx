import { useMemo, useRef, useState } from 'react';
import type { SharedPreviewOut } from '../../src-server/contract/share-link';
import { FRAME_GAP_PX } from '../shared/preview-frames/frame-scale';
import type { PlannedFrame } from '../shared/preview-frames/planned-frame';
import { PortalWindow } from '../shared/preview-frames/portal-window';
import { useMirror } from '../shared/preview-frames/use-mirror';
import { useSize } from '../shared/preview-frames/use-size';
import { type PreviewType, sees } from '../shared/preview-frames/visible-types';
import layout from '../ui/layout.module.css';
import { frameLayout } from './frame-layout';
import styles from './share-app.module.css';
import { SharedFrameHead } from './shared-frame-head';

interface SharedFramesProps {
  readonly preview: SharedPreviewOut;
  /** For each frame, the event types that it is compared by. */
  readonly types: readonly (readonly PreviewType[])[];
  readonly onEnded: () => void;
}

/** The portals of a link: side by side, and on a narrow screen one after another. They scroll and turn pages together. */
export function SharedFrames({ preview, types, onEnded }: SharedFramesProps) {
  const { frames, widthPx, createdAt } = preview;
  const room = useRef<HTMLElement>(null);
  const { width, height } = useSize(room);
  const [page, setPage] = useState(preview.page);
  const plans = useMemo(
    () =>
      frames.map((frame, index): PlannedFrame => ({ key: String(index), set: frame, theme: frame.theme })),
    [frames],
  );
  const union = useMemo(() => unionOf(types), [types]);
  const mirror = useMirror({ frames: plans, types: union, page, sync: true, onPage: setPage });
  const place = frameLayout({ roomPx: width, heightPx: height, widthPx, count: frames.length });
  const state = useMemo(() => ({ types }), [types]);
  return (
    <section
      ref={room}
      className={`${layout.shrinking} ${layout.scrollingRest} ${styles.scroller}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
      tabIndex={0}
      aria-label="Frames"
    >
      <div className={place.isStacked ? styles.stack : layout.strip} style={{ gap: FRAME_GAP_PX }}>
        {width > 0 &&
          plans.map((plan, index) => (
            <PortalWindow
              key={plan.key}
              plan={plan}
              place={index + 1}
              url={frames[index]?.url ?? null}
              types={types[index] ?? []}
              union={(types[index] ?? []).filter((type) => plans.some(({ set }) => sees(type, set)))}
              page={page}
              widthPx={widthPx}
              roomPx={place.windowPx}
              scale={place.scale}
              gaps
              sizes={mirror.sizes}
              state={state}
              outlined={mirror.pointed && mirror.pointed.from !== plan.key ? mirror.pointed.name : null}
              onSaid={mirror.onSaid}
              onPort={mirror.onPort}
              onEnded={onEnded}
              instead={null}
              head={(visible) => (
                <SharedFrameHead
                  plan={plan}
                  source={frames[index]?.source ?? 'stored'}
                  visible={visible}
                  all={(types[index] ?? []).filter(({ archived }) => !archived).length}
                  createdAt={createdAt}
                />
              )}
            />
          ))}
      </div>
    </section>
  );
}

function unionOf(lists: readonly (readonly PreviewType[])[]): PreviewType[] {
  return [...new Map(lists.flat().map((type) => [type.name, type])).values()];
}
