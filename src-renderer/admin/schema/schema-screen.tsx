import { ArrowLeft, Redo2, Undo2 } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import type { EventTypeOut } from '../../../src-server/contract/event-type';
import { Button } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import { FailureNotice } from '../../ui/failure-notice';
import { LinkButton } from '../../ui/link-button';
import { NameLockup } from '../../ui/name-lockup';
import { PaneSplitter } from '../../ui/pane-splitter';
import { Segmented } from '../../ui/segmented';
import { Skeleton } from '../../ui/skeleton';
import { useEventType } from '../catalog/use-catalog';
import { useCommand } from '../commands/command-store';
import { useTo } from '../frame/instance';
import { useAddressValue } from '../frame/use-address-value';
import { CheckPayload } from './check-payload';
import { DraftNotices } from './draft-notices';
import { GridToolbar } from './grid-toolbar';
import { InferSheet } from './infer-sheet';
import { ProblemStrip } from './problem-strip';
import { focusDraft, redoDraft, undoDraft } from './schema-drafts';
import { SchemaGrid } from './schema-grid';
import { SchemaInspector } from './schema-inspector';
import styles from './schema-screen.module.css';
import { type Side, SideView } from './side-view';
import { StepsButton } from './steps-button';
import { useFocusInAddress } from './use-focus-in-address';
import { useSaveSchema } from './use-save-schema';
import { type SchemaDocument, useSchemaDraft } from './use-schema-draft';
import { useSchemaProblems } from './use-schema-problems';

const SIDES = [
  { value: 'json', label: 'JSON' },
  { value: 'example', label: 'Example' },
  { value: 'customer', label: 'Customers' },
] as const;
/** The width up to which the style sheet shows one side at a time, with no room for the inspector at first. */
const NARROW_PX = 900;
/** On a narrow window the fields are one of the ways. */
const NARROW_SIDES = [{ value: 'fields', label: 'Fields' }, ...SIDES] as const;
const LEFT = { min: 360, initial: 720, max: 1400 } as const;

/** The schema of one event type, to be edited as fields and as JSON. */
export function SchemaScreen() {
  const { name = '' } = useParams();
  const type = useEventType(name);
  if (type.isPending) {
    return (
      <>
        <h1 className="visually-hidden">{name} schema</h1>
        <Skeleton what={name} />
      </>
    );
  }
  if (!type.data) {
    return (
      <div className={styles.failed}>
        <h1 className="visually-hidden">{name} schema</h1>
        <FailureNotice
          title={type.error.status === 404 ? `There is no event type ${name}` : `${name} could not be read`}
          cause={type.error}
          onRetry={() => void type.refetch()}
        />
      </div>
    );
  }
  return <Opened key={name} type={type.data} />;
}

function Opened({ type }: { readonly type: EventTypeOut }) {
  const document = useSchemaDraft(type);
  if (!document) return null;
  return <Editor type={type} document={document} />;
}

interface EditorProps {
  readonly type: EventTypeOut;
  readonly document: SchemaDocument;
}

function Editor({ type, document }: EditorProps) {
  const { key, draft } = document;
  const [addressed, setSide] = useAddressValue('view');
  const side: Side = SIDES.find(({ value }) => value === addressed)?.value ?? 'json';
  const [inspector, setInspector] = useState(() => innerWidth > NARROW_PX);
  const [sheet, setSheet] = useState<{ readonly kind: 'infer' | 'check'; readonly start: string } | null>(
    null,
  );
  const [faultAsked, setFaultAsked] = useState(0);
  const [left, setLeft] = useState<number>(LEFT.initial);
  const body = useRef<HTMLDivElement>(null);
  const region = useRef<HTMLElement>(null);
  const { problems, byRow, checkFailed } = useSchemaProblems(document);
  const save = useSaveSchema(type.name, document);
  useFocusInAddress(key, draft.focus);
  useEffect(() => body.current?.style.setProperty('--left', `${left}px`), [left]);
  const step = draft.history.past.at(-1);
  const again = draft.history.future.at(-1);
  const isNew = draft.base === null;
  const canSave =
    document.fault === null && (document.dirty || isNew) && !save.isPending && document.theirs === undefined;
  const run = () => save.mutate({ text: document.text, base: draft.base });
  useCommand('undo', step ? () => undoDraft(key) : null, step && `Undo: ${step.words}`, true);
  useCommand('redo', again ? () => redoDraft(key) : null, again && `Redo: ${again.words}`, true);
  useCommand('save', () => canSave && run(), 'Save the schema', true);
  useLeaveWarning(document.dirty);
  const toInspector = useCallback(() => {
    setInspector(true);
    requestAnimationFrame(() =>
      region.current?.querySelector<HTMLElement>('input, textarea, button[aria-haspopup]')?.focus(),
    );
  }, []);
  const openInfer = useCallback((start: string) => setSheet({ kind: 'infer', start }), []);
  return (
    <article className={styles.screen} aria-label={`Schema of ${type.name}`}>
      <title>{`Schema of ${type.name} · Posthorn`}</title>
      <Head type={type} document={document} canSave={canSave} saving={save.isPending} onSave={run} />
      <DraftNotices
        document={document}
        saveError={save.error}
        onFault={() => {
          setSide('json');
          setFaultAsked((times) => times + 1);
        }}
      />
      <div className={styles.switch}>
        <Segmented
          label="Show"
          value={addressed === '' ? 'fields' : side}
          onChange={(value) => setSide(value === 'fields' ? '' : value)}
          options={NARROW_SIDES}
        />
      </div>
      <div ref={body} className={classNames(styles.body, addressed === '' ? styles.first : styles.second)}>
        <div id="schema-fields" className={styles.left} data-pane="">
          <GridToolbar
            document={document}
            inspector={inspector}
            onInspector={() => setInspector(!inspector)}
            onInfer={() => openInfer('')}
          />
          <SchemaGrid document={document} problems={byRow} onInspector={toInspector} onPaste={openInfer} />
          {inspector && (
            <SchemaInspector document={document} region={region} onClose={() => setInspector(false)} />
          )}
          <ProblemStrip
            problems={problems}
            partial={checkFailed !== null}
            onGo={({ row }) => {
              focusDraft(key, row);
              requestAnimationFrame(() =>
                globalThis.document.querySelector<HTMLElement>('[data-current-cell]')?.focus(),
              );
            }}
            onCheckPayload={() => setSheet({ kind: 'check', start: '' })}
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
        <div className={styles.right} data-pane="">
          <div className={styles.sides}>
            <Segmented label="Beside the fields" value={side} onChange={setSide} options={SIDES} />
          </div>
          <SideView side={side} document={document} faultAsked={faultAsked} />
        </div>
      </div>
      {sheet?.kind === 'infer' && (
        <InferSheet document={document} start={sheet.start} onClose={() => setSheet(null)} />
      )}
      {sheet?.kind === 'check' && <CheckPayload document={document} onClose={() => setSheet(null)} />}
    </article>
  );
}

interface HeadProps extends EditorProps {
  readonly canSave: boolean;
  readonly saving: boolean;
  readonly onSave: () => void;
}

function Head({ type, document, canSave, saving, onSave }: HeadProps) {
  const to = useTo();
  const { key, draft, dirty } = document;
  const { past, future } = draft.history;
  return (
    <header className={styles.head}>
      <LinkButton to={to('catalog', type.name)} kind="quiet" size="small" icon={<ArrowLeft aria-hidden />}>
        Event type
      </LinkButton>
      <h1 className={styles.title}>
        <NameLockup name={type.name} />
        <span className={styles.what}>schema</span>
      </h1>
      <span className={classNames(styles.state, dirty && styles.dirty)} role="status">
        {dirty ? 'Not saved, kept in this window' : draft.base === null ? 'New' : 'Saved'}
      </span>
      <span className={styles.space} />
      <StepsButton document={document} />
      <Button
        size="small"
        kind="quiet"
        icon={<Undo2 aria-hidden />}
        aria-label={past.length > 0 ? `Undo: ${past.at(-1)?.words}` : 'Undo'}
        isDisabled={past.length === 0}
        onPress={() => undoDraft(key)}
      />
      <Button
        size="small"
        kind="quiet"
        icon={<Redo2 aria-hidden />}
        aria-label={future.length > 0 ? `Redo: ${future.at(-1)?.words}` : 'Redo'}
        isDisabled={future.length === 0}
        onPress={() => redoDraft(key)}
      />
      <Button size="small" kind="primary" isDisabled={!canSave} isPending={saving} onPress={onSave}>
        Save
      </Button>
    </header>
  );
}

/** A reload would lose what is kept in memory alone: the browser asks first. */
function useLeaveWarning(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [dirty]);
}
