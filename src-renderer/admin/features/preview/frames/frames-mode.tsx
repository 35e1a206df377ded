import { type RefObject, useMemo } from 'react';
import type { ApplicationOut } from '../../../../../src-server/contract/application';
import type { ListedEventType } from '../../../../../src-server/contract/event-type-summary';
import type { FramePort } from '../../../../shared/preview-frames/frame-port';
import type { RowSizes } from '../../../../shared/preview-frames/ghost-gaps';
import type { PlannedFrame } from '../../../../shared/preview-frames/planned-frame';
import { EmptyState } from '../../../../ui/empty-state';
import { FailureNotice } from '../../../../ui/failure-notice';
import layout from '../../../../ui/layout.module.css';
import { useRefusal } from '../../../../ui/needs/needs';
import { toast } from '../../../../ui/toast-store';
import { useCommand } from '../../../platform/commands/command-store';
import { useInstance } from '../../../platform/instance';
import { draftEntries } from '../draft/draft-entries';
import { DraftNote } from '../draft/draft-note';
import { frameSource } from '../draft/frame-source';
import { useSentDraft } from '../draft/use-sent-draft';
import type { FlagEdits } from '../matrix/flag-edits';
import type { PreviewAddress } from '../preview-address';
import { ShareSheet } from '../share/share-sheet';
import { FramesView } from './frames-view';

interface FramesModeProps {
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
  /** The time at which the stored catalog is shown, RFC 3339. Null: as it is. */
  readonly at: string | null;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
  readonly lines: RefObject<ReadonlyMap<string, FramePort>>;
  readonly sizes: RefObject<RowSizes>;
  /** True: the sheet that makes share links of these frames is open. */
  readonly isSharing: boolean;
  /** Called when that sheet is to close. */
  readonly onShared: () => void;
}

const NO_ENTRIES: ReturnType<typeof draftEntries> = { entries: [], leftOut: [] };

/** The portals of the sets, with what is edited and not saved. */
export function FramesMode(props: FramesModeProps) {
  const { frames, application, stored, types, edits, schemas, address, at, onChange, lines } = props;
  const { id, isCopy } = useInstance();
  const refusal = useRefusal('POST /auth/app-portal-access/{app}');
  const isPlain = address.instance;
  const draft = useMemo(
    () => (isPlain ? NO_ENTRIES : draftEntries(edits, schemas)),
    [edits, schemas, isPlain],
  );
  const sent = useSentDraft({ connectionId: isCopy ? id : null, at, entries: draft.entries });
  const hasDraft = Object.keys(edits).length > 0 || schemas.size > 0;
  const source = frameSource({
    isCopy,
    at,
    hasDraft,
    isPlain,
    onPlain: (plain) => onChange({ source: plain ? 'instance' : '' }),
  });
  // Frames read again what the server has taken, and what was saved elsewhere meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object for each state of either
  const state = useMemo(() => ({}), [sent.revision, stored]);
  useCommand('preview-source', () =>
    source.other === null ? toast(`There is no draft. The frames show: ${source.word}.`) : source.onSwitch(),
  );
  return (
    <>
      <p className="visually-hidden" role="status">
        The frames show: {source.word}.
      </p>
      <DraftNote
        isShown={!isPlain}
        edits={edits}
        schemas={[...schemas.keys()]}
        leftOut={[...draft.leftOut, ...sent.refused]}
        localApplication={isCopy ? application.name : null}
      />
      {sent.failure && (
        <div className={layout.padded4}>
          <FailureNotice
            title="The frames do not show the latest draft"
            cause={sent.failure}
            onRetry={sent.retry}
          />
        </div>
      )}
      {refusal !== null ? (
        <EmptyState title="Each frame logs in as a customer">
          <p>{refusal}</p>
        </EmptyState>
      ) : (
        <FramesView
          frames={frames}
          appId={application.id}
          types={types}
          address={address}
          onChange={onChange}
          lines={lines}
          sizes={props.sizes}
          source={source}
          draft={sent.draft}
          state={state}
        />
      )}
      {props.isSharing && (
        <ShareSheet
          shown={{
            frames,
            appId: application.id,
            page: address.page,
            widthPx: address.widthPx,
            source: source.word,
            draftId: sent.id,
          }}
          application={application.name}
          onClose={props.onShared}
        />
      )}
    </>
  );
}
