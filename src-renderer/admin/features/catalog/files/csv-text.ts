/** Marks the text as UTF-8 for spreadsheets. */
const BOM = '\uFEFF';
/** A spreadsheet takes a value that begins with one of these for a formula. The last is our own mark, see `guarded`. */
const ACTIVE = /^[=+\-@\t\r']/;

/**
 * Writes a table as CSV (RFC 4180) that every spreadsheet opens. Values that one would take for a formula get an
 * apostrophe before them, which `readCsv` takes away again.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return BOM + rows.map((row) => `${row.map(written).join(',')}\r\n`).join('');
}

function written(value: string): string {
  const guarded = ACTIVE.test(value) ? `'${value}` : value;
  return /[",;\t\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** A table that was read, or why it could not be. */
export type CsvTable =
  | { readonly rows: readonly CsvRow[]; readonly fault: null }
  | { readonly rows: null; readonly fault: string };

export interface CsvRow {
  /** The line it begins on, from 1. */
  readonly line: number;
  readonly values: readonly string[];
}

/**
 * Reads CSV as spreadsheets write it: with or without a byte order mark, separated by commas, semicolons or tabs,
 * with quotes, and lines that end in any way. Empty lines are left out.
 */
export function readCsv(text: string): CsvTable {
  const body = text.startsWith(BOM) ? text.slice(1) : text;
  const separator = separatorOf(body);
  const rows: CsvRow[] = [];
  let values: string[] = [];
  let value = '';
  let line = 1;
  let begun = 1;
  let at = 0;
  const endValue = () => {
    values.push(/^'[=+\-@\t\r']/.test(value) ? value.slice(1) : value);
    value = '';
  };
  const endRow = () => {
    endValue();
    if (values.length > 1 || values[0] !== '') rows.push({ line: begun, values });
    values = [];
  };
  while (at < body.length) {
    const character = body[at];
    if (character === '"' && value === '') {
      const read = quoted(body, at);
      if (read === null)
        return { rows: null, fault: `The quote that opens on line ${line} is never closed.` };
      value = read.value;
      line += read.lines;
      at = read.end;
      const next = body[at];
      if (next !== undefined && next !== separator && next !== '\r' && next !== '\n') {
        return { rows: null, fault: `There is text after a closing quote on line ${line}.` };
      }
      // A quoted empty value is a value too, and an empty row of it is none: both are the same here.
      if (next === undefined) break;
      continue;
    }
    at += 1;
    if (character === separator) endValue();
    else if (character === '\n' || character === '\r') {
      if (character === '\r' && body[at] === '\n') at += 1;
      endRow();
      line += 1;
      begun = line;
    } else value += character;
  }
  if (value !== '' || values.length > 0) endRow();
  return { rows, fault: null };
}

/** Reads what stands in quotes from `from` on; null when they are not closed. */
function quoted(body: string, from: number): { value: string; end: number; lines: number } | null {
  let value = '';
  let at = from + 1;
  for (;;) {
    const end = body.indexOf('"', at);
    if (end < 0) return null;
    value += body.slice(at, end);
    at = end + 1;
    if (body[at] !== '"') return { value, end: at, lines: value.split(/\r\n|\r|\n/).length - 1 };
    value += '"';
    at += 1;
  }
}

/** The sign that is most often in the first line, outside quotes. */
function separatorOf(body: string): string {
  const first = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(body)?.[0] ?? '').replace(/"(?:[^"]|"")*"/g, '');
  const count = (sign: string) => first.split(sign).length - 1;
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}
