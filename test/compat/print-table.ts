import { VERSIONS, type Version } from './clients';

/** The result of an operation, by version; absent if the version has no such method. */
export type Row = Partial<Record<Version, string>>;

/** Prints operations by versions, once, as plain text. */
export function printTable(title: string, rows: ReadonlyMap<string, Row>): void {
  const width = Math.max(...[...rows.keys()].map((name) => name.length));
  const line = (name: string, cells: readonly string[]) =>
    [name.padEnd(width), ...cells.map((cell) => cell.padEnd(8))].join('  ').trimEnd();
  const lines = [...rows].map(([name, row]) =>
    line(
      name,
      VERSIONS.map((version) => row[version] ?? 'has none'),
    ),
  );
  // Bypasses the reporter, which would put a heading between the lines.
  process.stdout.write(`\n${[title, line('', VERSIONS), ...lines].join('\n')}\n\n`);
}
