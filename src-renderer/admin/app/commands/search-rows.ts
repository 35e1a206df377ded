import type { PaletteKind, PaletteRow } from '../../platform/commands/palette-row';

/** Rows of one kind, best first, and how many more there are. */
export interface PaletteSection {
  readonly title: string;
  readonly rows: readonly PaletteRow[];
  /** How many more match besides those shown. */
  readonly more: number;
}

/** How many rows of a kind are shown; to reach the hundredth, type one more letter. */
const SHOWN_MAX = 8;
const TITLES: Record<PaletteKind, string> = {
  command: 'Commands',
  page: 'Settings',
  type: 'Event types',
  application: 'Applications',
  endpoint: 'Endpoints',
  message: 'Messages',
  attempt: 'Attempts',
};
const WHOLE = 100;
const BEGIN = 60;
const WORD = 40;
const INSIDE = 20;
const SUBSEQUENCE = 5;

/**
 * How well a text fits one word of a query, both in lower case: the whole text, its beginning, the beginning of a word
 * in it, the inside of a word, or letter by letter in order from the beginning of a word ("ivp" in "invoice.paid"). 0:
 * no match.
 */
export function fitOf(word: string, text: string): number {
  if (text === word) return WHOLE;
  const at = text.indexOf(word);
  if (at === 0) return BEGIN;
  if (at > 0) {
    for (let from = at; from > 0; from = text.indexOf(word, from + 1)) {
      if (/[^a-z0-9]/.test(text.charAt(from - 1))) return WORD;
    }
    return INSIDE;
  }
  return word.length > 1 && text.length < 80 && isSubsequence(word, text) ? SUBSEQUENCE : 0;
}

/** The shortest beginning of an id: a shorter one would match words that people search for. */
const ID_START_MIN = 4;

/** How well one of these ids begins with a word in lower case, with or without its prefix, such as `msg_`, or has it inside. */
function fitIds(word: string, ids: readonly string[], shortest = ID_START_MIN): number {
  let best = 0;
  for (const id of ids) {
    const text = id.toLowerCase();
    // Without a prefix, `indexOf` is -1, and the bare id is all of it.
    const bare = text.slice(text.indexOf('_') + 1);
    if (text === word || bare === word) return WHOLE;
    if (word.length < shortest) continue;
    if (text.startsWith(word) || bare.startsWith(word)) best = BEGIN;
    else if (word.length >= ID_START_MIN && text.includes(word)) best = Math.max(best, INSIDE);
  }
  return best;
}

function isSubsequence(word: string, text: string): boolean {
  if (text[0] !== word[0]) return false;
  let from = 0;
  for (const letter of word) {
    const at = text.indexOf(letter, from);
    if (at < 0) return false;
    from = at + 1;
  }
  return true;
}

/** How well a row matches: every word must match, and the first text of a row counts most. 0: no match. */
function fitRow(terms: readonly string[], row: PaletteRow): number {
  let sum = 0;
  for (const word of terms) {
    let best = 0;
    row.texts.forEach((text, index) => {
      // A match inside a word of a description means nothing.
      const points = fitOf(word, text);
      if (index === 0) best = Math.max(best, points);
      else if (points > INSIDE) best = Math.max(best, points / 4);
    });
    const points = Math.max(best, fitIds(word, row.ids));
    if (points === 0) return 0;
    sum += points;
  }
  return sum + (row.here ? 1 : 0);
}

/**
 * The results of a query, grouped by kind, the kind with the best row first. What is not easily undone, and what is offered
 * for any text, comes after everything else of its kind, and is no reason to come first.
 *
 * Prefixes narrow it: `>` commands, `@` event types, `:` identifiers, `#` event types by feature flag.
 */
export function searchRows(query: string, rows: readonly PaletteRow[]): PaletteSection[] {
  const prefix = /^\s*([>@:#])/.exec(query)?.[1] ?? '';
  const terms = query
    .replace(/^\s*[>@:#]/, '')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean);
  const found = new Map<PaletteKind, { row: PaletteRow; points: number }[]>();
  for (const row of rows) {
    const points = pointsOf(row, prefix, terms);
    if (points === 0) continue;
    const list = found.get(row.kind) ?? [];
    list.push({ row, points });
    found.set(row.kind, list);
  }
  const kinds = [...found].map(([kind, list]) => {
    const sorted = list.sort(
      (a, b) =>
        Number(isLast(a.row)) - Number(isLast(b.row)) ||
        b.points - a.points ||
        a.row.label.length - b.row.label.length,
    );
    const [first] = sorted;
    return {
      kind,
      best: first && !isLast(first.row) ? first.points : 0,
      rows: sorted.map(({ row }) => row),
    };
  });
  return kinds
    .sort((a, b) => b.best - a.best)
    .map(({ kind, rows }) => {
      const max = prefix === '' ? SHOWN_MAX : SHOWN_MAX * 4;
      return { title: TITLES[kind], rows: rows.slice(0, max), more: Math.max(0, rows.length - max) };
    });
}

const isLast = ({ isDestructive, isForAnyText }: PaletteRow): boolean => isDestructive || isForAnyText;

function pointsOf(row: PaletteRow, prefix: string, terms: readonly string[]): number {
  switch (prefix) {
    case '>':
      return row.kind !== 'command' && row.kind !== 'page' ? 0 : orAll(terms, row);
    case '@':
      return row.kind !== 'type' ? 0 : orAll(terms, row);
    case ':':
      return terms[0] === undefined ? among(terms, row.ids) : fitIds(terms[0], row.ids, 1);
    case '#':
      return among(terms, row.flags);
    default:
      return terms.length === 0 ? 0 : fitRow(terms, row);
  }
}

function orAll(terms: readonly string[], row: PaletteRow): number {
  return terms.length === 0 ? 1 : fitRow(terms, row);
}

/** How well the best of the texts matches. Without a word, every row with texts matches. */
function among(terms: readonly string[], texts: readonly string[]): number {
  const [word] = terms;
  if (word === undefined) return texts.length > 0 ? 1 : 0;
  return Math.max(0, ...texts.map((text) => fitOf(word, text.toLowerCase())));
}

/**
 * What is shown before anything is typed: what can be done with the thing in view, recent items, and the other commands.
 * @param thing the name of what is in view; null: it has none
 */
export function restingSections(
  rows: readonly PaletteRow[],
  recents: readonly string[],
  thing: string | null,
): PaletteSection[] {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const here = lastDestructive(rows.filter((row) => row.here));
  const recent = recents
    .flatMap((key) => byKey.get(key) ?? [])
    .filter((row) => !row.here && !row.isDestructive)
    .slice(0, 5);
  const go = lastDestructive(
    rows.filter((row) => row.kind === 'command' && !row.here && !recent.includes(row)),
  );
  return [
    { title: thing ?? 'Here', rows: here, more: 0 },
    { title: 'Recent', rows: recent, more: 0 },
    { title: 'Commands', rows: go, more: 0 },
  ]
    .filter(({ rows: some }) => some.length > 0)
    .sort((a, b) => Number(a.rows[0]?.isDestructive) - Number(b.rows[0]?.isDestructive));
}

function lastDestructive(rows: readonly PaletteRow[]): readonly PaletteRow[] {
  return rows.toSorted((a, b) => Number(a.isDestructive) - Number(b.isDestructive));
}

/** A query for what an address of this page names; any other query as it is. */
export function readQuery(typed: string, origin: string): string {
  if (!typed.trim().startsWith(`${origin}/`)) return typed;
  return typed.match(/\b(?:msg|atmpt|ep|app)_[0-9A-Za-z]+/g)?.at(-1) ?? typed;
}
