import Papa from 'papaparse';

/** Marks the text as UTF-8 for spreadsheets. */
const BOM = '\uFEFF';
/** A spreadsheet interprets a value that begins with one of these as a formula. The last is our own mark. */
const ACTIVE = /^[=+\-@\t\r']/;
const GUARDED = /^'[=+\-@\t\r']/;

/**
 * Writes a table as CSV (RFC 4180) that every spreadsheet opens. Values that could be taken for a formula get an
 * apostrophe in front, which `readCsv` removes.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  const table = rows.map((row) => [...row]);
  return `${BOM}${Papa.unparse(table, { newline: '\r\n', escapeFormulae: ACTIVE })}\r\n`;
}

/** A table that was read, or why it could not be. */
type CsvTable =
  | { readonly rows: readonly CsvRow[]; readonly fault: null }
  | { readonly rows: null; readonly fault: string };

export interface CsvRow {
  /** Its first line, from 1. */
  readonly line: number;
  readonly values: readonly string[];
}

/**
 * Reads CSV as spreadsheets write it: with or without a byte order mark, separated by commas, semicolons or tabs, with
 * quotes, and any line endings. Skips empty lines.
 */
export function readCsv(text: string): CsvTable {
  const body = text.startsWith(BOM) ? text.slice(1) : text;
  const lineAt = (offset: number) => body.slice(0, offset).split(/\r\n|\r|\n/).length;
  const rows: CsvRow[] = [];
  let fault: string | null = null;
  let offset = 0;
  let line = 1;
  Papa.parse<string[]>(body, {
    delimiter: separatorOf(body),
    step: ({ data, errors, meta }, parser) => {
      const [error] = errors;
      if (error) {
        fault = faultMessage(error.code, lineAt(error.index ?? offset));
        parser.abort();
        return;
      }
      const values = data.map((value) => (GUARDED.test(value) ? value.slice(1) : value));
      if (values.length > 1 || values[0] !== '') rows.push({ line, values });
      line += body.slice(offset, meta.cursor).split(/\r\n|\r|\n/).length - 1;
      offset = meta.cursor;
    },
  });
  return fault === null ? { rows, fault } : { rows: null, fault };
}

function faultMessage(code: Papa.ParseError['code'], line: number): string {
  return code === 'MissingQuotes'
    ? `The quote opened on line ${line} is never closed.`
    : `Line ${line} has text after a closing quote.`;
}

/** The separator that occurs most often in the first line, outside quotes. */
function separatorOf(body: string): string {
  const first = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(body)?.[0] ?? '').replace(/"(?:[^"]|"")*"/g, '');
  const count = (sign: string) => first.split(sign).length - 1;
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}
