import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type SetAddressValues, useSetAddressValues } from '../../platform/use-address-value';
import { type FlagEdits, readEdits } from './matrix/flag-edits';

export const MODES = ['frames', 'matrix', 'changes'] as const;
export type PreviewMode = (typeof MODES)[number];
export type PreviewTheme = 'light' | 'dark' | 'both';

/** As many frames as can be compared. */
export const FRAMES_MAX = 4;
/** As many sets as the matrix compares; where their frames do not fit, the page says so. */
export const SETS_MAX = 8;
export const WIDTHS = [
  { value: 1280, label: 'Desktop' },
  { value: 834, label: 'Tablet' },
  { value: 390, label: 'Mobile' },
] as const;
/** In percent. */
export const ZOOMS = [50, 75, 100, 150] as const;
/** Two frames of this width are readable next to each other on most screens. */
const WIDTH_DEFAULT = 834;
const WIDTH_MIN = 320;
const WIDTH_MAX = 2560;

/** Everything that the preview shows, as in its address: a link shows the same to others. */
export interface PreviewAddress {
  readonly mode: PreviewMode;
  /** Ids of the sets shown. Null: the first two. */
  readonly setIds: readonly string[] | null;
  /** Where not all sets fit: the id of the first that is shown. Empty: the first of them. */
  readonly from: string;
  /** Empty: the first application. */
  readonly appId: string;
  /** The page of the portal, as in the portal's own address. */
  readonly page: string;
  readonly theme: PreviewTheme;
  readonly widthPx: number;
  /** In percent; null: scaled so that all frames fit. */
  readonly zoom: number | null;
  readonly sync: boolean;
  readonly gaps: boolean;
  /** True: the matrix shows every event type, not only those that differ. */
  readonly all: boolean;
  readonly search: string;
  /** Ids of the two sets that Changes compares; empty: the first two shown. */
  readonly base: string;
  readonly compare: string;
  readonly drawer: boolean;
  /** The time at which the catalog is shown, RFC 3339. Null: as it is. */
  readonly at: string | null;
  /** The draft: flags that are being tried out and not written. */
  readonly edits: FlagEdits;
  /** True: Changes compares the sets on the instance although there is a draft. */
  readonly instance: boolean;
  /** The explained cell of the matrix; null: none. */
  readonly cell: MatrixCell | null;
}

/** One set and one event type. */
export interface MatrixCell {
  readonly name: string;
  readonly setId: string;
}

/** @param query what follows `?` in the address of the screen */
export function readPreviewAddress(query: URLSearchParams): PreviewAddress {
  const page = query.get('page') ?? '';
  const theme = query.get('theme');
  return {
    mode: MODES.find((mode) => mode === query.get('mode')) ?? 'frames',
    setIds: readSetIds(query.get('sets') ?? ''),
    from: query.get('from') ?? '',
    appId: query.get('app') ?? '',
    page: /^\/[^/\\]/.test(page) ? page : '/catalog',
    theme: theme === 'dark' || theme === 'both' ? theme : 'light',
    widthPx: clampWidth(Number(query.get('width') ?? WIDTH_DEFAULT)),
    zoom: ZOOMS.find((zoom) => String(zoom) === query.get('zoom')) ?? null,
    sync: query.get('sync') !== 'off',
    gaps: query.get('gaps') !== 'off',
    all: query.get('rows') === 'all',
    search: query.get('q') ?? '',
    base: query.get('base') ?? '',
    compare: query.get('with') ?? '',
    drawer: query.get('drawer') !== 'off',
    at: readAt(query.get('at') ?? ''),
    edits: readEdits(query.get('draft') ?? ''),
    instance: query.get('source') === 'instance',
    cell: readCell(query.get('cell') ?? ''),
  };
}

function readAt(text: string): string | null {
  const time = new Date(text);
  return text === '' || Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** A cell as written in the address; null is the default. */
export function cellText(cell: MatrixCell | null): string {
  return cell === null ? '' : `${cell.setId}.${cell.name}`;
}

function readCell(text: string): MatrixCell | null {
  const [, setId, name] = /^([A-Za-z0-9_-]+)\.(.+)$/.exec(text) ?? [];
  return setId && name ? { setId, name } : null;
}

/** The sets as written in the address. */
export function setsText(ids: readonly string[]): string {
  const text = ids.join('.');
  // An id of capitals alone would read as letters.
  return /^[A-Z]+$/.test(text) ? `${text}.` : text;
}

function readSetIds(text: string): readonly string[] | null {
  // Links of earlier versions hold letters.
  const ids = /^[A-Z]+$/.test(text) ? [...text] : text.split('.');
  const valid = [...new Set(ids)].filter((id) => /^[A-Za-z0-9_-]{1,60}$/.test(id));
  return valid.length > 0 ? valid.slice(0, SETS_MAX) : null;
}

/** A valid frame width, in CSS pixels. */
export function clampWidth(px: number): number {
  return Number.isFinite(px) ? Math.round(Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, px))) : WIDTH_DEFAULT;
}

/** A width as written in the address: omitted if it is the default. */
export function widthText(px: number): string {
  return px === WIDTH_DEFAULT ? '' : String(px);
}

/** The address of the preview, and a way to change parts of it. An empty text is the default. */
export function usePreviewAddress(): [PreviewAddress, SetAddressValues] {
  const [query] = useSearchParams();
  const set = useSetAddressValues();
  return [useMemo(() => readPreviewAddress(query), [query]), set];
}
