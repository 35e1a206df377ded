import type { ImportPlanOut } from '../../../../src-server/contract/import-plan';
import type { ImportProgressOut } from '../../../../src-server/contract/import-progress';
import type { AppliedReceiptOut } from '../../../../src-server/contract/import-receipt';
import type { RowChoices } from './row-choice';
import type { ShownState } from './row-filter';

/** A document to import. */
export interface ImportSource {
  /** The file's name, or where the text came from. */
  readonly name: string;
  readonly text: string;
  /** The name of an earlier file of which this is a newer version. Absent: none is known. */
  readonly sameAs?: string;
}

export interface ImportOptions {
  readonly keepDescription: boolean;
  readonly keepFlags: boolean;
  readonly replaceAll: boolean;
}

/** The whole state of an import in progress. It outlives the screen, so that coming back loses nothing. */
export interface ImportWork {
  /** Null: none chosen. */
  readonly source: ImportSource | null;
  readonly options: ImportOptions;
  readonly choices: RowChoices;
  /** The last plan that was read; it stays while a new one is made. Null: none yet. */
  readonly plan: ImportPlanOut | null;
  /** True: names or options have changed since the plan was made. */
  readonly isStale: boolean;
  /** The current work of the server. Null: none. */
  readonly running: 'plan' | 'apply' | null;
  /** Its progress. Null: unknown. */
  readonly progress: ImportProgressOut['data'][number] | null;
  /** The last failure. Null: none. */
  readonly failure: { readonly of: 'plan' | 'apply'; readonly cause: unknown } | null;
  /** Rows that changed when the catalog overtook the plan. Null: it did not. */
  readonly moved: ReadonlySet<string> | null;
  /** What was done. Null: nothing yet. */
  readonly receipt: AppliedReceiptOut | null;
  readonly show: ShownState;
  readonly search: string;
  readonly isUnfolded: boolean;
  /** The row whose detail is open; empty: none. */
  readonly rowId: string;
  /** The row that Tab reaches; empty: the first. */
  readonly activeId: string;
  /** Scroll position of the list, in pixels. */
  readonly scrollTop: number;
}

export const NO_WORK: ImportWork = {
  source: null,
  options: { keepDescription: false, keepFlags: false, replaceAll: false },
  choices: new Map(),
  plan: null,
  isStale: false,
  running: null,
  progress: null,
  failure: null,
  moved: null,
  receipt: null,
  show: 'all',
  search: '',
  isUnfolded: false,
  rowId: '',
  activeId: '',
  scrollTop: 0,
};
