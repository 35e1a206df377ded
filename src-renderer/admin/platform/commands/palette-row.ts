import type { CommandId } from '../../../../src-main/contract/commands';

export type PaletteKind = 'command' | 'type' | 'application' | 'endpoint' | 'message' | 'attempt' | 'page';

/** The instance is asked once the typing has paused for this long. */
export const PAUSE_MS = 120;

/** One thing to go to or to do. */
export interface PaletteRow {
  /** Unique among all rows, and stable over time: recents store it. */
  readonly key: string;
  readonly kind: PaletteKind;
  readonly label: string;
  /** What distinguishes it from others of the same name, such as an identifier. Empty: nothing. */
  readonly detail: string;
  /** As the table of commands writes them; null: none. */
  readonly keys: string | null;
  /** Its target, as parts of an address; null for a command. */
  readonly to: readonly string[] | null;
  /** The query of that address, as `?attempt=...`; empty: none. */
  readonly search: string;
  /** The setting that is shown there and gets the focus; null: none. */
  readonly setting: string | null;
  readonly command: CommandId | null;
  /** True if it concerns what is currently shown. */
  readonly here: boolean;
  /** True if it must not be what Enter does by mistake. */
  readonly isDestructive: boolean;
  /** True if it is offered for any text: what is found by that text comes before it. */
  readonly isForAnyText: boolean;
  /** The searched texts, in lower case: the words first. */
  readonly texts: readonly string[];
  /** Identifiers, for `:`. */
  readonly ids: readonly string[];
  /** Feature flags, for `#`. */
  readonly flags: readonly string[];
}

/** A row with defaults for the fields that only some rows have. */
export function paletteRow(
  row: Pick<PaletteRow, 'key' | 'kind' | 'label' | 'texts'> & Partial<PaletteRow>,
): PaletteRow {
  return {
    detail: '',
    keys: null,
    to: null,
    search: '',
    setting: null,
    command: null,
    here: false,
    isDestructive: false,
    isForAnyText: false,
    ids: [],
    flags: [],
    ...row,
  };
}
