import { exactTime } from '../../src-server/contract/local-time';
import type { SharedSource } from '../../src-server/contract/share-link';
import { FrameBar } from '../shared/preview-frames/frame-bar';
import type { PlannedFrame } from '../shared/preview-frames/planned-frame';
import layout from '../ui/layout.module.css';

interface SharedFrameHeadProps {
  readonly plan: PlannedFrame;
  readonly source: SharedSource;
  readonly visible: number;
  readonly all: number;
  /** When the link was made: the state that a copy shows. */
  readonly createdAt: string;
}

const WORDS: Readonly<Record<SharedSource, string>> = {
  stored: 'Live',
  draft: 'Draft',
  'working-copy': 'Working copy',
};

/** Whose frame it is, how much it shows, and whether that can still change. */
export function SharedFrameHead({ plan, source, visible, all, createdAt }: SharedFrameHeadProps) {
  const { theme } = plan;
  const hint =
    source === 'stored'
      ? 'The catalog as it is now. The preview follows its changes.'
      : `As it was on ${exactTime(Date.parse(createdAt))}. It does not change.`;
  return (
    <FrameBar plan={plan}>
      {theme === 'dark' && (
        <span className={`${layout.fixed} ${layout.metaNumbers} ${layout.nowrap}`}>Dark</span>
      )}
      <span className={`${layout.fixed} ${layout.metaNumbers} ${layout.nowrap}`} title={hint}>
        {WORDS[source]}
      </span>
      <span className={`${layout.fixed} ${layout.metaNumbers} ${layout.nowrap}`}>
        {visible} of {all} types
      </span>
    </FrameBar>
  );
}
