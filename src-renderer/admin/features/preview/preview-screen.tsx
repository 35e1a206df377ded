import { useMemo, useState } from 'react';
import { LOCAL_CONNECTION } from '../../../../src-server/contract/connection';
import { useEndpoints } from '../../../shared/endpoint/use-endpoints';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button';
import { Notice } from '../../../ui/notice';
import { Skeleton } from '../../../ui/skeleton';
import { Time } from '../../../ui/time';
import { useApplications, useLocalApplications } from '../../data/use-applications';
import { knownFlags, useEventTypes, useEventTypesAt } from '../../data/use-catalog';
import { useUnsavedSchemas } from '../../parts/schema-drafts/use-unsaved-schemas';
import { useInstance, useTo } from '../../platform/instance';
import { useMay } from '../../platform/use-may';
import { ChangesView } from './changes/changes-view';
import { sideEffects } from './changes/side-effects';
import { planFrames } from './frames/frame-plan';
import { FramesMode } from './frames/frames-mode';
import { LeftOutNote } from './frames/left-out-note';
import { NoApplication } from './frames/no-application';
import { PortalLinks } from './frames/portal-links';
import { requestBody } from './frames/use-frame-link';
import { consequences, editsText, effectiveEdits, withEdits } from './matrix/flag-edits';
import { MatrixView } from './matrix/matrix-view';
import { usePreviewAddress } from './preview-address';
import { PreviewBar } from './preview-bar';
import styles from './preview-bar.module.css';
import { PreviewMenu } from './preview-menu';
import { findSet } from './sets/find-set';
import { setLabel } from './sets/flag-set-list';
import { FlagSetsPane } from './sets/flag-sets-pane';
import { useFlagSets } from './sets/use-flag-sets';
import { useShownSets } from './sets/use-shown-sets';
import { previewActions } from './share/preview-actions';
import { previewLink } from './share/preview-link';
import { countDifferences, previewMarkdown } from './share/preview-markdown';
import { usePicture } from './share/use-picture';
import { useBaseline } from './snapshots';
import { usePreviewCommands } from './use-preview-commands';

const NOTHING_UNSAVED: ReadonlyMap<string, string> = new Map();

/** What the preview shows: the catalog and its draft, the sets and the application that its address names. */
function usePreview() {
  const { id, isCopy } = useInstance();
  const [address, change] = usePreviewAddress();
  const at = isCopy ? null : address.at;
  const stored = useEventTypes();
  const dated = useEventTypesAt(at);
  const types = at === null ? stored : dated;
  const isLocal = id === LOCAL_CONNECTION;
  const hasFrames = isLocal || isCopy;
  const isHere = isCopy && address.mode === 'frames';
  const served = useApplications();
  const local = useLocalApplications(isCopy);
  // The frames of a working copy are served by this computer; everything else is about the instance.
  const applications = isHere ? local : served;
  const typed = useUnsavedSchemas();
  // What is edited and not saved is about the catalog as it is.
  const unsaved = at === null ? typed : NOTHING_UNSAVED;
  // A set stays when its flag is released: it is those customers who are of interest then.
  const flagSets = useFlagSets(stored.data);
  const sets = useMemo(() => flagSets.sets ?? [], [flagSets.sets]);
  const { shown, gone, toggle, forget } = useShownSets(sets, address, change);
  const flags = useMemo(() => knownFlags(types.data?.filter(({ archived }) => !archived)), [types.data]);
  const application =
    applications.data?.find((candidate) => candidate.id === address.appId) ?? applications.data?.[0];
  const endpoints = useEndpoints(isHere ? '' : (application?.id ?? ''));
  const { theme, from } = address;
  const { frames, leftOut } = useMemo(() => planFrames(shown, theme, from), [shown, theme, from]);
  const all = useMemo(() => types.data ?? [], [types.data]);
  const edits = useMemo(
    () => (at === null ? effectiveEdits(address.edits, types.data ?? []) : {}),
    [at, address.edits, types.data],
  );
  const draft = useMemo(() => withEdits(types.data ?? [], edits), [types.data, edits]);
  const hasDraft = Object.keys(edits).length > 0;
  // The draft is made in the matrix, so it is always shown there.
  const isDraft = hasDraft && (address.mode === 'matrix' || !address.instance);
  const source = isDraft ? draft : all;
  const picture = usePicture(frames, source);
  usePreviewCommands({ address, change, sets, toggle });
  const first = findSet(sets, address.base) ?? shown[0] ?? sets[0];
  const second = findSet(sets, address.compare) ?? [...shown, ...sets].find(({ id }) => id !== first?.id);
  const baseline = useBaseline(address.base);
  // The matrix and the changes of a working copy do not need the instance.
  const isAlone = isCopy && !isHere && applications.error !== null;
  const isFramed = address.mode === 'frames' && hasFrames;
  const isChanges = address.mode === 'changes' && first !== undefined && second !== undefined;
  const compared = isChanges ? [first, second] : shown;
  const link = previewLink(location.href, {
    shown,
    appId: application?.id ?? '',
    base: isChanges ? first : undefined,
    compare: isChanges ? second : undefined,
  });
  const [isSharing, setSharing] = useState(false);
  const may = useMay();
  const actions = previewActions({
    share: isFramed && application && may('POST /share-links') ? () => setSharing(true) : null,
    compared: { label: compared.map(setLabel).join(', '), count: countDifferences(source, compared) },
    markdown: () =>
      previewMarkdown({
        types: source,
        draft: isDraft ? Object.keys(edits).length : 0,
        at,
        sets: compared,
        effects: compared.flatMap((set) =>
          sideEffects(source, set, endpoints.data ?? [], application?.name ?? ''),
        ),
        link,
      }),
    async linkTo() {
      // Sets that are only offered here may be others elsewhere.
      if (!flagSets.saved && flagSets.unsaved === null && may('PUT /catalog/flag-sets'))
        await flagSets.save(sets, 'Saved the flag sets, so that the link shows the same to others');
      return link;
    },
    body: () => shown.map(requestBody).join('\n'),
    picture: isFramed && application ? picture.draw : null,
    hasUnsaved: isFramed && !address.instance && unsaved.size > 0,
  });
  return {
    address,
    at,
    change,
    types,
    applications,
    application,
    flagSets,
    failure: types.error ?? applications.error ?? flagSets.error,
    isReady: types.data && (applications.data || isAlone) && flagSets.sets,
    isCopy,
    hasFrames,
    isFramed,
    /** All event types as they are stored; `source` has the draft in them where that is shown. */
    all,
    source,
    edits,
    hasDraft,
    isDraft,
    unsaved,
    flags,
    sets,
    shown,
    gone,
    toggle,
    forget,
    first,
    second,
    baseline,
    frames,
    leftOut,
    picture,
    actions,
    isSharing,
    setSharing,
  };
}

type Preview = ReturnType<typeof usePreview>;

/** What customers see, for each set of feature flags, side by side. */
export function PreviewScreen() {
  const preview = usePreview();
  const { address, change, types, applications, flagSets, failure, isReady } = preview;
  return (
    <div className={`${layout.column} ${layout.shrinking} ${styles.screen}`}>
      <title>Portal preview · Posthorn</title>
      <h1 className="visually-hidden">Portal preview</h1>
      <PreviewBar
        address={address}
        onChange={change}
        applications={applications.data ?? []}
        appId={preview.application?.id ?? ''}
        hasFrames={preview.hasFrames}
        hasDates={!preview.isCopy}
      >
        {isReady && (
          <PreviewMenu
            address={address}
            onChange={change}
            hasFrames={preview.isFramed}
            actions={preview.actions}
          />
        )}
      </PreviewBar>
      {failure && !isReady ? (
        <div className={layout.padded4}>
          <FailureNotice
            title="The preview could not be loaded"
            cause={failure}
            onRetry={() => {
              void types.refetch();
              void applications.refetch();
              flagSets.retry();
            }}
          />
        </div>
      ) : !isReady ? (
        <div className={layout.padded4}>
          <Skeleton what="the preview" />
        </div>
      ) : (
        <Shown preview={preview} />
      )}
    </div>
  );
}

function Shown({ preview }: { readonly preview: Preview }) {
  const { address, change, all, edits, sets, shown, flags } = preview;
  const to = useTo();
  return (
    <div className={classNames(layout.grid, layout.restDown, styles.body, !address.drawer && styles.whole)}>
      {address.drawer && (
        <FlagSetsPane
          flagSets={preview.flagSets}
          sets={sets}
          shown={shown.map(({ id }) => id)}
          onToggle={preview.toggle}
          flags={flags}
        />
      )}
      <div className={`${layout.pane} ${styles.content}`}>
        {flags.length === 0 && (
          <Notice
            tone="info"
            title="Flags hide event types from customers until you release them"
            actions={
              <LinkButton to={to('catalog')} size="small">
                Add a flag to an event type
              </LinkButton>
            }
          >
            No event type has a flag yet, so every customer sees the same.
          </Notice>
        )}
        {preview.at !== null && <DateNote at={preview.at} onNow={() => change({ at: '' })} />}
        <GoneNote gone={preview.gone} onForget={preview.forget} />
        {address.mode === 'matrix' && (
          <MatrixView
            types={all}
            sets={shown}
            flags={flags}
            address={address}
            onChange={change}
            edits={edits}
            onEdits={preview.at === null ? (next) => change({ draft: editsText(next) }) : null}
          />
        )}
        {address.mode === 'changes' && (
          <ChangesView
            types={preview.source}
            draft={
              preview.hasDraft
                ? { isShown: preview.isDraft, sentences: consequences(all, edits, shown) }
                : null
            }
            sets={sets}
            base={preview.first}
            {...preview.baseline}
            compare={preview.second}
            application={preview.application}
            onChange={change}
          />
        )}
        {address.mode === 'frames' && <Frames preview={preview} />}
      </div>
    </div>
  );
}

function Frames({ preview }: { readonly preview: Preview }) {
  const { address, change, application, frames, picture } = preview;
  return (
    <>
      {!preview.hasFrames && preview.hasDraft && (
        <p className={styles.note}>The portals show the stored catalog. Matrix and Changes show the draft.</p>
      )}
      <LeftOutNote leftOut={preview.leftOut} address={address} onChange={change} />
      {!application ? (
        <NoApplication isCopy={preview.isCopy} />
      ) : !preview.hasFrames ? (
        <PortalLinks frames={frames} appId={application.id} types={preview.all} />
      ) : (
        <FramesMode
          frames={frames}
          application={application}
          stored={preview.all}
          types={preview.source}
          edits={preview.edits}
          schemas={preview.unsaved}
          address={address}
          at={preview.at}
          onChange={change}
          lines={picture.lines}
          sizes={picture.sizes}
          isSharing={preview.isSharing}
          onShared={() => preview.setSharing(false)}
        />
      )}
    </>
  );
}

interface DateNoteProps {
  readonly at: string;
  readonly onNow: () => void;
}

/** Says that this is not the catalog as it is, and what is known of that time. */
function DateNote({ at, onNow }: DateNoteProps) {
  const isPast = Date.parse(at) <= Date.now();
  return (
    <div className={styles.note}>
      <p role="status">
        The catalog as of <Time at={at} as="since" />
        {isPast ? ', from the change history.' : ', including releases planned by then.'}
      </p>
      <Button size="small" onPress={onNow}>
        Back to now
      </Button>
    </div>
  );
}

interface GoneNoteProps {
  /** How many sets of the address do not exist. */
  readonly gone: number;
  readonly onForget: () => void;
}

/** Says that a link shows less than it did when it was made. */
function GoneNote({ gone, onForget }: GoneNoteProps) {
  if (gone === 0) return null;
  return (
    <div className={styles.note}>
      <p role="status">
        {gone === 1
          ? 'A set of this link no longer exists, so it is not shown.'
          : `${gone} sets of this link no longer exist, so they are not shown.`}
      </p>
      <span className={layout.row}>
        <Button size="small" onPress={onForget}>
          Remove from the link
        </Button>
      </span>
    </div>
  );
}
