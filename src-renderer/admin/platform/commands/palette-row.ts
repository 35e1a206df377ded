import type { CommandId } from '../../../../src-main/contract/commands';

export type PaletteKind = 'command' | 'type' | 'application' | 'endpoint' | 'page';

/** One thing that can be gone to or done. */
export interface PaletteRow {
  /** Unique among all rows, and the same tomorrow: recents remember it. */
  readonly key: string;
  readonly kind: PaletteKind;
  readonly label: string;
  /** What tells it from others of the same name, such as an identifier. Empty: nothing. */
  readonly detail: string;
  /** As the table of commands writes them; null: none. */
  readonly keys: string | null;
  /** Where it leads, as parts of an address; null for a command. */
  readonly to: readonly string[] | null;
  /** The setting there that is to be shown and gets the focus; null: none. */
  readonly setting: string | null;
  readonly command: CommandId | null;
  /** True for what concerns the thing in view. */
  readonly here: boolean;
  /** What is looked through, in lower case: the words first. */
  readonly texts: readonly string[];
  /** Identifiers, for `:`. */
  readonly ids: readonly string[];
  /** Feature flags, for `#`. */
  readonly flags: readonly string[];
}

/** A row with what only some rows have left empty. */
export function paletteRow(
  row: Pick<PaletteRow, 'key' | 'kind' | 'label' | 'texts'> & Partial<PaletteRow>,
): PaletteRow {
  return {
    detail: '',
    keys: null,
    to: null,
    setting: null,
    command: null,
    here: false,
    ids: [],
    flags: [],
    ...row,
  };
}
