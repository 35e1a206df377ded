import { Replace } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import {
  IMPORT_STATES,
  type ImportPlanOut,
  type ImportState,
} from '../../../../src-server/contract/import-plan';
import { Button } from '../../../ui/button';
import { Checkbox } from '../../../ui/checkbox';
import { classNames } from '../../../ui/class-names';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { Notice } from '../../../ui/notice';
import { SearchField } from '../../../ui/search-field';
import { Segmented } from '../../../ui/segmented';
import { ApplyBar } from './apply-bar';
import type { ImportRun } from './import-run';
import { counted, number } from './import-summary';
import { ImportTable } from './import-table';
import styles from './import-table.module.css';
import { RenameSheet } from './rename-sheet';
import { countStates, decideRows } from './row-choice';
import { RowDetail } from './row-detail';
import { filterRows, type ShownState } from './row-filter';
import { sharedProblem } from './shared-problem';
import { StateMark, stateWord } from './state-mark';
import { useFilterInAddress } from './use-filter-in-address';
import { useImportWork } from './use-import-run';
import { UseSuggestions } from './use-suggestions';

const NONE: ReadonlySet<string> = new Set();

/** What will be written, row by row, before anything is. */
export function ImportPreview({ run, plan }: { readonly run: ImportRun; readonly plan: ImportPlanOut }) {
  const work = useImportWork(run, (all) => all);
  useFilterInAddress(run);
  const [isRenaming, setRenaming] = useState(false);
  const [isListing, setListing] = useState(false);
  const shared = useMemo(() => sharedProblem(plan.rows), [plan]);
  const screen = useRef<HTMLDivElement>(null);
  const { choices, show, isUnfolded, moved, failure } = work;
  const search = useDeferredValue(work.search);
  const rows = useMemo(() => decideRows(plan, choices), [plan, choices]);
  const counts = useMemo(() => countStates(rows), [rows]);
  const heldId = show === 'all' ? '' : work.activeId;
  const shown = useMemo(
    () => filterRows(rows, { show, search, isUnfolded, moved: moved ?? NONE, heldId }),
    [rows, show, search, isUnfolded, moved, heldId],
  );
  const chosen = rows.find(({ row }) => row.id === work.rowId);
  const close = () => {
    run.set({ rowId: '' });
    requestAnimationFrame(() =>
      screen.current?.querySelector<HTMLElement>('[role=row][tabindex="0"]')?.focus(),
    );
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter works wherever the focus is
    <div
      ref={screen}
      className={classNames(layout.grid, layout.restDown, styles.preview, chosen && styles.open)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        screen.current?.querySelector<HTMLElement>('[data-apply]:not([data-disabled]) button')?.click();
      }}
    >
      <section className={classNames(layout.pane, styles.main)} aria-label="Import plan" data-pane="">
        <div className={styles.bar}>
          <StateChips
            counts={counts}
            moved={moved?.size ?? 0}
            show={show}
            onShow={(next) => run.set({ show: next, activeId: '' })}
          />
          <div className={styles.search}>
            <SearchField
              label="Search rows"
              value={work.search}
              onChange={(next) => run.set({ search: next })}
            />
          </div>
          <UseSuggestions run={run} shown={shown} />
          <Button size="small" icon={<Replace aria-hidden />} onPress={() => setRenaming(true)}>
            Rename rows
          </Button>
        </div>
        <PlanOptions run={run} />
        {moved && <MovedNotice run={run} moved={moved} />}
        {failure && (
          <div className={styles.notice}>
            <FailureNotice
              title={failure.of === 'apply' ? 'Nothing was imported' : 'The plan could not be updated'}
              cause={failure.cause}
              onRetry={() => void (failure.of === 'apply' ? run.apply() : run.plan())}
            />
          </div>
        )}
        <SameFile run={run} plan={plan} />
        <PlanRemarks
          plan={plan}
          shared={shared}
          isListing={isListing}
          onList={() => setListing(!isListing)}
        />
        {(shared === null || isListing) && (
          <ImportTable
            run={run}
            rows={shown}
            moved={moved ?? NONE}
            chosenId={chosen?.row.id ?? ''}
            empty={
              search === '' && show === 'all' ? (
                'Nothing to import: the catalog already has every webhook of this document, unchanged.'
              ) : (
                <>
                  {search === '' ? 'No row has this state.' : `No row matches “${search}”.`}
                  <Button size="small" onPress={() => run.set({ search: '', show: 'all', activeId: '' })}>
                    Show all rows
                  </Button>
                </>
              )
            }
          />
        )}
        {show === 'all' && search === '' && counts.unchanged > 0 && (
          <div className={styles.fold}>
            <Button kind="quiet" size="small" onPress={() => run.set({ isUnfolded: !isUnfolded })}>
              {isUnfolded ? `Hide ${counts.unchanged} unchanged` : `Show ${counts.unchanged} unchanged`}
            </Button>
          </div>
        )}
        <ApplyBar run={run} rows={rows} />
      </section>
      {chosen && <RowDetail key={chosen.row.id} run={run} decided={chosen} onClose={close} />}
      {isRenaming && <RenameSheet run={run} shown={shown} all={rows} onClose={() => setRenaming(false)} />}
    </div>
  );
}

function PlanOptions({ run }: { readonly run: ImportRun }) {
  const options = useImportWork(run, (work) => work.options);
  return (
    <fieldset className={styles.options}>
      <legend className="visually-hidden">Options for all rows</legend>
      <Checkbox
        isSelected={options.keepDescription}
        onChange={(keepDescription) => run.setOptions({ keepDescription })}
      >
        Keep my descriptions
      </Checkbox>
      <Checkbox isSelected={options.keepFlags} onChange={(keepFlags) => run.setOptions({ keepFlags })}>
        Keep my flags
      </Checkbox>
      <Checkbox isSelected={options.replaceAll} onChange={(replaceAll) => run.setOptions({ replaceAll })}>
        List event types missing from this document
      </Checkbox>
    </fieldset>
  );
}

/** Says that the catalog has changed, and which rows of the plan with it. */
function MovedNotice({ run, moved }: { readonly run: ImportRun; readonly moved: ReadonlySet<string> }) {
  const show = useImportWork(run, (work) => work.show);
  return (
    <div className={styles.notice}>
      <Notice
        tone="warning"
        title="The catalog has changed since this plan was made"
        actions={
          <>
            {moved.size > 0 && show !== 'moved' && (
              <Button size="small" onPress={() => run.set({ show: 'moved', activeId: '' })}>
                Show moved rows
              </Button>
            )}
            <Button
              size="small"
              kind="quiet"
              onPress={() => run.set({ moved: null, show: show === 'moved' ? 'all' : show })}
            >
              Dismiss
            </Button>
          </>
        }
      >
        Nothing was written. The plan is up to date again:{' '}
        {moved.size === 0
          ? 'no row changed.'
          : `${counted(moved.size, 'row')} changed, marked “Moved”. Review ${moved.size === 1 ? 'it' : 'them'}, then import.`}
      </Notice>
    </div>
  );
}

interface PlanRemarksProps {
  readonly plan: ImportPlanOut;
  /** The one problem of all rows; null: there is none. */
  readonly shared: string | null;
  /** True: the rows are listed although all have the same problem. */
  readonly isListing: boolean;
  readonly onList: () => void;
}

/** What is to be said about the whole document. */
function PlanRemarks({ plan, shared, isListing, onList }: PlanRemarksProps) {
  if (shared !== null) {
    return (
      <div className={classNames(styles.notice, !isListing && layout.space)}>
        <Notice
          tone="error"
          title={`None of the ${counted(plan.rows.length, 'webhook')} can be imported`}
          actions={
            <Button size="small" onPress={onList}>
              {isListing ? 'Hide the rows' : 'Show the rows'}
            </Button>
          }
        >
          {shared} {plan.warnings.join(' ')}
        </Notice>
      </div>
    );
  }
  if (plan.warnings.length === 0) return null;
  return (
    <details className={styles.remarks}>
      <summary>{counted(plan.warnings.length, 'warning')} about the whole document</summary>
      <ul>
        {plan.warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </details>
  );
}

interface SameFileProps {
  readonly run: ImportRun;
  readonly plan: ImportPlanOut;
}

/** Asks about a file of the same title and another name, which may be an older version of this one or another document. */
function SameFile({ run, plan: { rows, document } }: SameFileProps) {
  const others = rows.flatMap(({ otherSource }) =>
    otherSource?.title === document.title && otherSource.fileName !== null ? [otherSource.fileName] : [],
  );
  const [fileName] = others;
  if (fileName === undefined) return null;
  const count = others.filter((other) => other === fileName).length;
  return (
    <div className={styles.notice}>
      <Notice
        tone="info"
        title={`${counted(count, 'event type')} came from ${fileName}, which has the same title`}
        actions={
          <Button size="small" onPress={() => run.replaceFile(fileName)}>
            Update from this file
          </Button>
        }
      >
        If this is a newer version of that file, update from it, and its changes are not conflicts. If these
        are two separate documents, choose row by row.
      </Notice>
    </div>
  );
}

interface StateChipsProps {
  readonly counts: Readonly<Record<ImportState, number>>;
  /** Rows that changed when the catalog overtook the plan. */
  readonly moved: number;
  readonly show: ShownState;
  readonly onShow: (show: ShownState) => void;
}

/** The states that occur, with their number of rows; one can be shown alone. */
function StateChips({ counts, moved, show, onShow }: StateChipsProps) {
  const total = IMPORT_STATES.reduce((sum, state) => sum + counts[state], 0);
  const states = IMPORT_STATES.filter((state) => counts[state] > 0 || show === state);
  return (
    <Segmented<ShownState>
      label="Show"
      value={show}
      onChange={onShow}
      options={[
        { value: 'all', label: `All ${number(total)}` },
        ...states.map((state) => ({
          value: state,
          label: <StateMark state={state} word={`${stateWord(state)} ${number(counts[state])}`} />,
        })),
        ...(moved > 0 || show === 'moved'
          ? [{ value: 'moved' as const, label: `Moved ${number(moved)}` }]
          : []),
      ]}
    />
  );
}
