import { type PaletteRow, paletteRow } from '../../platform/commands/palette-row';
import { listedEntries } from './setting-entries';
import { listedPages, SETTINGS_PAGES } from './settings-pages';

const LABELS = new Map<string, string>(SETTINGS_PAGES.map(({ page, word }) => [page, word]));

/** Pages of the settings, for which there is no command. */
function pageRows(): readonly PaletteRow[] {
  return listedPages().map(({ page, word }) =>
    paletteRow({
      key: `page ${page}`,
      kind: 'page',
      label: `Settings: ${word}`,
      to: ['settings', page],
      texts: [`settings: ${word}`.toLowerCase()],
    }),
  );
}

/** Single settings, each at its place. */
function entryRows(): readonly PaletteRow[] {
  return listedEntries().map(({ id, page, label, terms }) =>
    paletteRow({
      key: `setting ${id}`,
      kind: 'page',
      label,
      detail: LABELS.get(page) ?? page,
      to: ['settings', page],
      setting: id,
      texts: [label, terms, `settings ${LABELS.get(page) ?? ''}`].map((text) => text.toLowerCase()),
    }),
  );
}

let rows: readonly PaletteRow[] | null = null;

/** The pages of the settings and the single settings, as the palette finds them. Always the same array. */
export function settingRows(): readonly PaletteRow[] {
  rows ??= [...pageRows(), ...entryRows()];
  return rows;
}
