import { ArrowLeft } from 'lucide-react';
import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { browserStorage } from '../../../ui/browser-storage';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button';
import { NameLockup } from '../../../ui/name-lockup';
import { PaneSplitter } from '../../../ui/pane-splitter';
import { Skeleton } from '../../../ui/skeleton';
import { useServedSchema } from '../../data/use-schema-text';
import { keepDrafts } from '../../parts/schema-drafts/keep-drafts';
import { type SchemaDraft, useSchemaDrafts } from '../../parts/schema-drafts/schema-drafts';
import { TheirChange } from '../../parts/their-change';
import { useCommand } from '../../platform/commands/command-store';
import { useTo } from '../../platform/instance';
import { claimOwnTab, useOwnTab } from '../../platform/open-tabs';
import { useAddressValue } from '../../platform/use-address-value';
import { useWhenMay } from '../../platform/use-when-may';
import { settleProblem } from './draft/settle-problem';
import { useReviewedSave } from './draft/use-reviewed-save';
import { type SchemaDocument, useSchemaDraft } from './draft/use-schema-draft';
import { useSchemaProblems } from './draft/use-schema-problems';
import { DraftNotices } from './draft-notices';
import { GridToolbar } from './grid/grid-toolbar';
import { SchemaGrid } from './grid/schema-grid';
import { HistoryButtons } from './history-buttons';
import { SchemaInspector } from './inspector/schema-inspector';
import { rowAround } from './model/edit-rows';
import { ProblemStrip } from './problem-strip';
import styles from './schema-screen.module.css';
import { SchemaViews, sideOf } from './schema-views';
import {
  focusGrid,
  useFocusInAddress,
  useGoTo,
  useHistoryCommands,
  useInspectorOpen,
  useLeaveWarning,
  useToInspector,
} from './screen-hooks';
import { BreakingSheet } from './sheets/breaking-sheet';
import { CheckPayload } from './sheets/check-payload';
import { DifferencesSheet, discardDraft } from './sheets/differences-sheet';
import { InferSheet } from './sheets/infer-sheet';
import { MergeSheet } from './sheets/merge-sheet';
import { SideView } from './side/side-view';

const LEFT = { min: 360, initial: 720, max: 1400 } as const;

/** The schema of one event type, editable as fields and as JSON. */
export function SchemaScreen() {
  const { name = '' } = useParams();
  const served = useServedSchema(name);
  const tab = useOwnTab((state) => state.id);
  useEffect(() => void claimOwnTab(), []);
  useEffect(
    () => (tab === null ? undefined : keepDrafts({ storage: browserStorage(), tab, page: window })),
    [tab],
  );
  if (served.isPending || tab === null) {
    return (
      <>
        <h1 className="visually-hidden">{name} schema</h1>
        <Skeleton what={name} />
      </>
    );
  }
  if (!served.data) {
    return (
      <div className={layout.padded56}>
        <h1 className="visually-hidden">{name} schema</h1>
        <FailureNotice
          title={
            served.error.status === 404 ? `There is no event type ${name}` : `${name} could not be loaded`
          }
          cause={served.error}
          onRetry={() => void served.refetch()}
        />
      </div>
    );
  }
  return <Opened key={name} name={name} tab={tab} />;
}

function Opened({ name, tab }: { readonly name: string; readonly tab: string }) {
  const document = useSchemaDraft(name, tab);
  if (!document) return null;
  return <Editor name={name} document={document} />;
}

interface EditorProps {
  readonly name: string;
  readonly document: SchemaDocument;
}

function Editor({ name, document }: EditorProps) {
  const { key, draft } = document;
  const [addressed, setSide] = useAddressValue('view');
  const [inspector, setInspector] = useInspectorOpen();
  const [sheet, setSheet] = useState<OpenSheet | null>(null);
  const [faultAsked, setFaultAsked] = useState(0);
  const [left, setLeft] = useState<number>(LEFT.initial);
  const body = useRef<HTMLDivElement>(null);
  const region = useRef<HTMLElement>(null);
  const { problems, byRow, checkFailed } = useSchemaProblems(document);
  // After the fields: a large document takes longer to show on both sides than a key may. The fields are never behind:
  // the next key acts on the row that they show.
  const later = useDeferredValue(document);
  const goTo = useGoTo(key, setInspector);
  const save = useReviewedSave(name, document, ({ pointer, field }) =>
    goTo({ row: rowAround(document.root, pointer), field }),
  );
  useFocusInAddress(key, draft.focus);
  useEffect(() => body.current?.style.setProperty('--left', `${left}px`), [left]);
  const isNew = draft.base === null;
  // What the save wrote arrives before its answer, and is no change of somebody else.
  const theirs = save.isSaving ? undefined : document.theirs;
  const canSave = document.fault === null && (document.dirty || isNew) && theirs === undefined;
  const when = useWhenMay();
  useHistoryCommands(key, draft);
  useCommand('save', when('PATCH /event-type/{name}', save.request), 'Save the schema', true);
  useLeaveWarning(document.dirty);
  const toInspector = useToInspector(region, setInspector);
  useCommand('inspector', inspector ? null : toInspector, 'Show the inspector', true);
  const closeInspector = () => {
    setInspector(false);
    focusGrid();
  };
  const openInfer = useCallback((start: string) => setSheet({ kind: 'infer', start }), []);
  const openDifferences = useCallback(() => setSheet({ kind: 'differences' }), []);
  return (
    <article className={layout.screen} aria-label={`Schema of ${name}`}>
      <title>{`Schema of ${name} · Posthorn`}</title>
      <Head
        name={name}
        document={document}
        history={later.draft.history}
        canSave={canSave}
        saving={save.isSavingThis}
        onSave={save.request}
        onDifferences={openDifferences}
      />
      <div className={`${layout.stack2} ${layout.goneIfEmpty} ${styles.notices}`}>
        <TheirChange name={name} />
      </div>
      <DraftNotices
        document={document}
        theirs={theirs}
        saveError={save.error}
        onDifferences={openDifferences}
        onDiscard={() => discardDraft(key, name)}
        onMerge={() => setSheet({ kind: 'merge' })}
        onFault={() => {
          setSide('json');
          setFaultAsked((times) => times + 1);
        }}
      />
      <SchemaViews name={name} addressed={addressed} onSide={setSide} isNarrow />
      <div
        ref={body}
        className={classNames(
          layout.grid,
          layout.restDown,
          styles.body,
          addressed === '' ? styles.first : styles.second,
        )}
      >
        <div id="schema-fields" className={`${layout.contained} ${layout.pane} ${styles.left}`} data-pane="">
          <GridToolbar
            isOff={document.fault !== null}
            isRoot={draft.focus === ''}
            inspector={inspector}
            onInspector={setInspector}
            onInfer={openInfer}
          />
          <SchemaGrid document={document} problems={byRow} onInspector={toInspector} onPaste={openInfer} />
          {inspector && <SchemaInspector document={document} region={region} onClose={closeInspector} />}
          <ProblemStrip
            problems={problems}
            broken={document.fault !== null}
            partial={checkFailed !== null}
            onGo={goTo}
            onSettle={(problem) => settleProblem(document, problem)}
            onCheckPayload={() => setSheet({ kind: 'check' })}
          />
        </div>
        <PaneSplitter
          label="Width of the fields"
          controls="schema-fields"
          width={left}
          min={LEFT.min}
          max={LEFT.max}
          initial={LEFT.initial}
          onChange={setLeft}
        />
        <div className={`${layout.pane} ${styles.right}`} data-pane="">
          <SchemaViews name={name} addressed={addressed} onSide={setSide} isNarrow={false} />
          <SideView side={sideOf(addressed)} document={later} problems={problems} faultAsked={faultAsked} />
        </div>
      </div>
      {sheet && <OpenedSheet name={name} document={document} sheet={sheet} onClose={() => setSheet(null)} />}
      {save.review && (
        <BreakingSheet name={name} diff={save.review.diff} onSave={save.confirm} onClose={save.cancel} />
      )}
    </article>
  );
}

type OpenSheet =
  | { readonly kind: 'infer'; readonly start: string }
  | { readonly kind: 'check' | 'differences' | 'merge' };

interface OpenedSheetProps extends EditorProps {
  readonly sheet: OpenSheet;
  readonly onClose: () => void;
}

function OpenedSheet({ name, document, sheet, onClose }: OpenedSheetProps) {
  switch (sheet.kind) {
    case 'infer':
      return <InferSheet document={document} start={sheet.start} onClose={onClose} />;
    case 'check':
      return <CheckPayload document={document} onClose={onClose} />;
    case 'differences':
      return <DifferencesSheet name={name} document={document} onClose={onClose} />;
    case 'merge':
      if (document.theirs === undefined) return null;
      return <MergeSheet document={document} theirs={document.theirs} onClose={onClose} />;
  }
}

interface HeadProps extends EditorProps {
  readonly history: SchemaDraft['history'];
  readonly canSave: boolean;
  readonly saving: boolean;
  readonly onSave: () => void;
  readonly onDifferences: () => void;
}

function Head({ name, document, history, canSave, saving, onSave, onDifferences }: HeadProps) {
  const to = useTo();
  const { key, draft, dirty } = document;
  const unkept = useSchemaDrafts((state) => state.unkept.has(key));
  return (
    <header className={`${layout.rowAligned} ${layout.fixed} ${styles.head}`}>
      <LinkButton to={to('catalog', name)} kind="quiet" size="small" icon={<ArrowLeft aria-hidden />}>
        Event type
      </LinkButton>
      <h1 className={`${layout.baseline} ${layout.wrapping} ${styles.title}`}>
        <NameLockup name={name} />
        <span className={layout.optional}>schema</span>
      </h1>
      <span
        className={classNames(layout.meta, layout.nowrap, styles.state, dirty && styles.dirty)}
        role="status"
      >
        {draft.unfinished.length > 0
          ? `Not saved, ${draft.unfinished.length} ${draft.unfinished.length === 1 ? 'field is' : 'fields are'} invalid`
          : dirty
            ? unkept
              ? 'Not saved, too large for the storage of this browser'
              : 'Not saved, kept in this browser'
            : draft.base === null
              ? 'New'
              : 'Saved'}
      </span>
      {dirty && draft.keptAt === null && (
        <Button size="small" kind="quiet" onPress={onDifferences}>
          Show changes
        </Button>
      )}
      <span className={styles.space} />
      <HistoryButtons of={key} history={history} />
      <Button
        size="small"
        kind="primary"
        needs="PATCH /event-type/{name}"
        isDisabled={!canSave}
        isPending={saving}
        onPress={onSave}
      >
        Save
      </Button>
    </header>
  );
}
