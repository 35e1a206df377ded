import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ImportedEventType, ImportRow } from '../../../../src-server/contract/import-plan';
import { NAME_MAX_LENGTH } from '../../../../src-server/contract/names';
import { otherSourceLabel } from '../../../../src-server/contract/other-source-label';
import { stringifyOrdered } from '../../../../src-server/json-schema/ordered-json';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import { CodeBlock } from '../../../ui/code-block';
import { CopyButton } from '../../../ui/copy-button';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { NameLockup } from '../../../ui/name-lockup';
import { Notice } from '../../../ui/notice';
import { Segmented } from '../../../ui/segmented';
import { separatePart } from '../../../ui/separate-part';
import { Skeleton } from '../../../ui/skeleton';
import { TextField } from '../../../ui/text-field';
import type { MonacoDiffProps } from '../../platform/editor/monaco-diff';
import { useInstance } from '../../platform/instance';
import { ConflictList } from './conflict-list';
import { editedFields, FIELD_LABELS } from './field-labels';
import type { ImportRun } from './import-run';
import { counted } from './import-summary';
import styles from './import-table.module.css';
import { RowChanges } from './row-changes';
import type { DecidedRow } from './row-choice';
import { sourceLabel } from './row-difference';
import { StateMark } from './state-mark';

interface RowDetailProps {
  readonly run: ImportRun;
  readonly decided: DecidedRow;
  readonly onClose: () => void;
}

type View = 'changes' | 'text' | 'example';

const NAME_FROM = {
  'x-event-type': 'The name comes from x-event-type in the document.',
  key: 'The name is the key of the webhook: the document has no x-event-type for it.',
  choice: 'You chose this name.',
  catalog: 'In the catalog, but not in the document.',
} as const;

/** One row of the plan in full, with its decisions. */
export function RowDetail({ run, decided, onClose }: RowDetailProps) {
  const { row, name } = decided;
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    // The row was opened for its conflicts; and if the list is covered, the focus must not stay below it.
    const conflict = pane.current?.querySelector<HTMLElement>('[data-conflict]');
    const isCover = (pane.current?.offsetLeft ?? 0) < 200;
    if (conflict || isCover) (conflict ?? pane.current)?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  return (
    <section
      ref={pane}
      className={`${layout.shrinkingStack3} ${layout.ringless} ${styles.detail}`}
      aria-label={`Row ${name}`}
      data-pane=""
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <header className={`${layout.pair} ${layout.top} ${layout.apart}`}>
        <h2 className={layout.wrapping}>
          <NameLockup name={name} size="title" />
        </h2>
        <Button
          kind="quiet"
          size="small"
          icon={<X aria-hidden />}
          aria-label="Close the row"
          onPress={onClose}
        />
      </header>
      <p className={layout.rowCenteredFlat}>
        <StateMark state={row.state} />
        <span className={styles.detailSource}>{sourceLabel(row)}</span>
      </p>
      <Problem run={run} decided={decided} />
      {row.state !== 'removed' && <NameField run={run} decided={decided} />}
      <Remarks run={run} decided={decided} />
      {row.after !== null && row.state !== 'removed' && <Content row={row} />}
    </section>
  );
}

type PartProps = Omit<RowDetailProps, 'onClose'>;

function Problem({ run, decided: { row, isContested, choice } }: PartProps) {
  if (row.problem === null) return null;
  return (
    <Notice
      tone="error"
      title={row.problem}
      actions={
        isContested && (
          <Button size="small" onPress={() => run.decide([row.id], { accept: choice.accept === false })}>
            {choice.accept === false ? 'Include this one' : 'Skip this one'}
          </Button>
        )
      }
    >
      {row.pointer !== null && (
        <span className={`${layout.inlineLine1} ${layout.breakable}`}>
          at <code>{row.pointer}</code>
          <CopyButton text={row.pointer} what="pointer" />
        </span>
      )}
    </Notice>
  );
}

function NameField({ run, decided: { row, name, nameFault } }: PartProps) {
  return (
    <div className={layout.stack2}>
      <TextField
        label="Event type name"
        mono
        value={name}
        maxLength={NAME_MAX_LENGTH}
        onChange={(next) => run.decide([row.id], { name: next })}
        error={nameFault}
        hint={NAME_FROM[row.nameFrom]}
      />
      {row.suggestions.length > 0 && (
        <p className={classNames(layout.rowCentered, styles.suggestions)}>
          <span className={styles.muted}>Or</span>
          {row.suggestions
            .filter((suggestion) => suggestion !== name)
            .map((suggestion) => (
              <Button
                key={suggestion}
                size="small"
                onPress={() => run.decide([row.id], { name: suggestion })}
              >
                {suggestion}
              </Button>
            ))}
        </p>
      )}
    </div>
  );
}

/** What is to be known of a row before it is written. */
function Remarks({ run, decided }: PartProps) {
  const { row } = decided;
  return (
    <>
      {row.state === 'removed' && (
        <p className={styles.muted}>
          If selected, it is archived: hidden from lists, but nothing is lost. If not, it does not change.
        </p>
      )}
      {row.state === 'unchanged' && (
        <p className={styles.muted}>
          {row.kept.length === 0
            ? 'The catalog and the document are identical.'
            : 'Unchanged in the document since the last import.'}
        </p>
      )}
      {row.otherSource !== null && (
        <Notice tone="warning" title={`Two documents define ${row.name}`}>
          The catalog has the one from {otherSourceLabel(row.otherSource)}, and the one in this document
          differs. Select the row to import this one.
        </Notice>
      )}
      {row.conflicts.length > 0 && <ConflictList run={run} decided={decided} />}
      {row.overwrites.length > 0 && (
        <Notice tone="warning" title={`Replaces your ${editedFields(row)}`}>
          No import wrote what the catalog has there. Select the row to replace it with the document.
        </Notice>
      )}
      {row.kept.length > 0 && (
        <p className={styles.kept}>
          Edited by hand and kept: {row.kept.map((field) => FIELD_LABELS[field]).join(', ')}.
        </p>
      )}
      {row.warnings.length > 0 && (
        <details className={styles.warnings} open={row.warnings.length < 6}>
          <summary>{counted(row.warnings.length, 'warning')}: parts that an event type cannot hold</summary>
          <ul>
            {row.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Content({ row }: Pick<DecidedRow, 'row'>) {
  const [view, setView] = useState<View>('changes');
  return (
    <>
      <Segmented<View>
        label="View"
        value={view}
        onChange={setView}
        options={[
          { value: 'changes', label: row.before ? 'Changes' : 'Fields' },
          { value: 'text', label: 'Text' },
          { value: 'example', label: 'Example' },
        ]}
      />
      {view === 'changes' && <RowChanges row={row} />}
      {view === 'text' && <RowTexts row={row} />}
      {view === 'example' && <RowExamples row={row} />}
    </>
  );
}

/** What a message looks like before and after. */
function RowExamples({ row }: { readonly row: ImportRow }) {
  const [before, after] = [row.before?.schema ?? null, row.after?.schema ?? null];
  return (
    <div className={layout.shrinkingStack3}>
      {row.before !== null && <Example label="Example before" schema={before} />}
      <Example label={row.before === null ? 'Example' : 'Example after'} schema={after} />
    </div>
  );
}

function Example({ label, schema }: { readonly label: string; readonly schema: unknown }) {
  const { id, catalog: api } = useInstance();
  const example = useQuery({
    queryKey: [id, 'imports', 'example', schema],
    queryFn: ({ signal }) =>
      api.call('POST /event-type/schema/generate-example', { body: { schema } }, signal),
    enabled: schema !== null && typeof schema === 'object',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (schema === null || typeof schema !== 'object') {
    return <p className={styles.muted}>{label}: no schema, so any JSON object is possible.</p>;
  }
  if (example.error) return <FailureNotice title={`${label} could not be generated`} cause={example.error} />;
  if (!example.data) return <Skeleton what={label.toLowerCase()} rows={4} />;
  return <CodeBlock label={label} text={stringifyOrdered(example.data.example, 2)} />;
}

/** If the editor cannot be loaded, such as in a tab older than the server's files, both texts are shown. */
const MonacoDiff = separatePart<MonacoDiffProps>(
  () =>
    import('../../platform/editor/monaco-diff').then(
      ({ MonacoDiff }) => MonacoDiff,
      () => PlainTexts,
    ),
  PlainTexts,
);

/** A row as JSON, next to the catalog's version. */
function RowTexts({ row }: { readonly row: ImportRow }) {
  if (row.after === null) return null;
  const after = toText(row.after);
  if (row.before === null) return <CodeBlock label="In the document" text={after} />;
  const before = toText(row.before);
  return <MonacoDiff label={`Changes of ${row.name} as text`} before={before} after={after} />;
}

function PlainTexts({ before, after }: MonacoDiffProps) {
  return (
    <div className={layout.shrinkingStack3}>
      <CodeBlock label="Catalog" text={before} />
      <CodeBlock label="Document" text={after} />
    </div>
  );
}

function toText(type: ImportedEventType): string {
  return stringifyOrdered(type, 2);
}
