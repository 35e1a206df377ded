import { type PaletteRow, paletteRow } from '../../platform/commands/palette-row';
import { SETTING_ENTRIES } from './setting-entries';
import { SETTINGS_PAGES } from './settings-pages';

const LABELS = new Map<string, string>(SETTINGS_PAGES.map(({ page, word }) => [page, word]));

/** Pages of the settings, for which there is no command. */
const PAGE_ROWS = SETTINGS_PAGES.map(({ page, word }) =>
  paletteRow({
    key: `page ${page}`,
    kind: 'page',
    label: `Settings: ${word}`,
    to: ['settings', page],
    texts: [`settings: ${word}`.toLowerCase()],
  }),
);

/** Single settings, each at its place. */
const ENTRY_ROWS = SETTING_ENTRIES.map(({ id, page, label, terms }) =>
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

/** The pages of the settings and the single settings, as the palette finds them. */
export const SETTING_ROWS: readonly PaletteRow[] = [...PAGE_ROWS, ...ENTRY_ROWS];
