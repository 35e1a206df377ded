import { type RefObject, useMemo } from 'react';
import type { ApplicationOut } from '../../../../../src-server/contract/application';
import type { ListedEventType } from '../../../../../src-server/contract/event-type-summary';
import { FailureNotice } from '../../../../ui/failure-notice';
import type { FramePort } from '../../../parts/portal-frame/frame-port';
import { useInstance } from '../../../platform/instance';
import { draftEntries } from '../draft/draft-entries';
import { DraftNote } from '../draft/draft-note';
import { frameSource } from '../draft/frame-source';
import { useSentDraft } from '../draft/use-sent-draft';
import type { FlagEdits } from '../matrix/flag-edits';
import type { PreviewAddress } from '../preview-address';
import styles from '../preview-bar.module.css';
import type { PlannedFrame } from './frame-plan';
import { FramesView } from './frames-view';

export interface FramesModeProps {
  readonly frames: readonly PlannedFrame[];
  /** An application of this computer. */
  readonly application: ApplicationOut;
  /** As they are stored, or in the working copy. */
  readonly stored: readonly ListedEventType[];
  /** With the flags that are tried out, where the frames show those. */
  readonly types: readonly ListedEventType[];
  readonly edits: FlagEdits;
  /** Texts of schemas that are not saved, by event type. */
  readonly schemas: ReadonlyMap<string, string>;
  readonly address: PreviewAddress;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
  readonly lines: RefObject<ReadonlyMap<string, FramePort>>;
}

const NO_ENTRIES: ReturnType<typeof draftEntries> = { entries: [], leftOut: [] };

/** The portals of the sets, with what is edited and not saved. */
export function FramesMode(props: FramesModeProps) {
  const { frames, application, stored, types, edits, schemas, address, onChange, lines } = props;
  const { id, isCopy } = useInstance();
  const isPlain = address.instance;
  const draft = useMemo(
    () => (isPlain ? NO_ENTRIES : draftEntries(edits, schemas)),
    [edits, schemas, isPlain],
  );
  const sent = useSentDraft({ connectionId: isCopy ? id : null, entries: draft.entries });
  const hasDraft = Object.keys(edits).length > 0 || schemas.size > 0;
  const source = frameSource({
    isCopy,
    hasDraft,
    isPlain,
    onPlain: (plain) => onChange({ source: plain ? 'instance' : '' }),
  });
  // Frames read again what the server has taken, and what was saved elsewhere meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object for each state of either
  const state = useMemo(() => ({}), [sent.revision, stored]);
  return (
    <>
      <DraftNote
        isShown={!isPlain}
        edits={edits}
        schemas={[...schemas.keys()]}
        leftOut={[...draft.leftOut, ...sent.refused]}
        localApplication={isCopy ? application.name : null}
      />
      {sent.failure && (
        <div className={styles.padded}>
          <FailureNotice
            title="The frames do not show the latest draft"
            cause={sent.failure}
            onRetry={sent.retry}
          />
        </div>
      )}
      <FramesView
        frames={frames}
        appId={application.id}
        types={types}
        address={address}
        onChange={onChange}
        lines={lines}
        source={source}
        draft={sent.draft}
        state={state}
      />
    </>
  );
}
