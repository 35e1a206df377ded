import type { EventTypeBulkEntry } from '../../../../../src-server/contract/event-type-bulk';
import type { ListedEventType } from '../../../../../src-server/contract/event-type-summary';
import { LIMITS } from '../../../../../src-server/contract/limits';
import { DESCRIPTION_MAX_LENGTH, isValidName, TEXT_PATTERN } from '../../../../../src-server/contract/names';
import { type CsvRow, readCsv, writeCsv } from './csv-text';

const COLUMNS = ['name', 'description', 'group', 'flags', 'deprecated', 'archived'] as const;
type Column = (typeof COLUMNS)[number];

/** Event types as CSV, without their schemas; multiple flags are separated by a space. */
export function catalogAsCsv(types: readonly ListedEventType[]): string {
  return writeCsv([
    COLUMNS,
    ...types.map((type) => [
      type.name,
      type.description,
      type.groupName ?? '',
      (type.featureFlags ?? []).join(' '),
      String(type.deprecated),
      String(type.archived),
    ]),
  ]);
}

/** What one row of a file would do. */
interface CsvPlanRow {
  readonly line: number;
  readonly name: string;
  readonly state: 'new' | 'changed' | 'unchanged' | 'problem';
  /** What changes, or what is wrong, in words; empty for new and unchanged types. */
  readonly changes: readonly string[];
  /** Null: nothing is done. */
  readonly entry: EventTypeBulkEntry | null;
}

interface CsvPlan {
  readonly rows: readonly CsvPlanRow[];
  /** Columns of the file that are ignored. */
  readonly ignored: readonly string[];
  /** Why the file cannot be read at all; null if it can. */
  readonly fault: string | null;
}

/** Compares a file with the catalog. If the file lacks a column, its field stays unchanged. */
export function planCsv(text: string, current: readonly ListedEventType[]): CsvPlan {
  const table = readCsv(text);
  if (table.rows === null) return { rows: [], ignored: [], fault: table.fault };
  const [head, ...body] = table.rows;
  if (!head) return { rows: [], ignored: [], fault: 'The file is empty.' };
  const titles = head.values.map((title) => title.trim().toLowerCase());
  const twice = titles.find((title, at) => isColumn(title) && titles.indexOf(title) !== at);
  if (twice)
    return { rows: [], ignored: [], fault: `The column “${twice}” appears twice. Remove one of them.` };
  if (!titles.includes('name')) {
    return {
      rows: [],
      ignored: [],
      fault: `The first line has no column “name”. Known columns: ${COLUMNS.join(', ')}.`,
    };
  }
  const byName = new Map(current.map((type) => [type.name, type]));
  const seen = new Map<string, number>();
  const rows = body.map((row) => {
    const cells = cellsOf(titles, row);
    const name = cells.get('name') ?? '';
    const before = seen.get(name);
    if (before === undefined) seen.set(name, row.line);
    const faults = before === undefined ? [] : [`${name} is already on line ${before}`];
    if (row.values.length > titles.length) faults.push('more values than columns');
    return planRow(row.line, name, cells, byName.get(name), faults);
  });
  return { rows, ignored: head.values.filter((title) => !isColumn(title.trim().toLowerCase())), fault: null };
}

function isColumn(title: string): title is Column {
  return (COLUMNS as readonly string[]).includes(title);
}

/** The values of a row by column; a row that is too short lacks the rest. */
function cellsOf(titles: readonly string[], { values }: CsvRow): ReadonlyMap<Column, string> {
  const cells = new Map<Column, string>();
  for (const [at, title] of titles.entries()) {
    const value = values[at];
    if (isColumn(title) && value !== undefined)
      cells.set(title, title === 'description' ? value : value.trim());
  }
  return cells;
}

function planRow(
  line: number,
  name: string,
  cells: ReadonlyMap<Column, string>,
  current: ListedEventType | undefined,
  faults: string[],
): CsvPlanRow {
  if (!isValidName(name)) faults.push(name === '' ? 'name missing' : 'not a valid event type name');
  const fields = readFields(cells, faults);
  if (faults.length > 0) return { line, name, state: 'problem', changes: faults, entry: null };
  if (!current) {
    return { line, name, state: 'new', changes: [], entry: { name, description: '', ...fields } };
  }
  const changes = changesOf(current, fields);
  if (changes.length === 0) return { line, name, state: 'unchanged', changes, entry: null };
  return { line, name, state: 'changed', changes, entry: { name, ...fields } };
}

type Fields = Pick<
  EventTypeBulkEntry,
  'description' | 'groupName' | 'featureFlags' | 'deprecated' | 'archived'
>;

function readFields(cells: ReadonlyMap<Column, string>, faults: string[]): Fields {
  const description = cells.get('description');
  const group = cells.get('group');
  const flags = cells.get('flags');
  if (description !== undefined && description.length > DESCRIPTION_MAX_LENGTH)
    faults.push('description too long');
  if (description !== undefined && !new RegExp(TEXT_PATTERN).test(description)) {
    faults.push('control characters in the description');
  }
  if (group && !isValidName(group)) faults.push(`“${group}” is not a valid group name`);
  const featureFlags = [...new Set(flags?.split(/[\s,;|]+/).filter(Boolean))];
  const wrong = featureFlags.find((flag) => !isValidName(flag));
  if (wrong) faults.push(`“${wrong}” is not a valid flag name`);
  if (featureFlags.length > LIMITS.featureFlags.max) faults.push('too many flags');
  const deprecated = readYes(cells.get('deprecated'), 'deprecated', faults);
  const archived = readYes(cells.get('archived'), 'archived', faults);
  return {
    ...(description === undefined ? {} : { description }),
    ...(group === undefined ? {} : { groupName: group || null }),
    ...(flags === undefined ? {} : { featureFlags: featureFlags.length > 0 ? featureFlags : null }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(archived === undefined ? {} : { archived }),
  };
}

/** Yes or no as people and spreadsheets write it; empty means no. */
function readYes(value: string | undefined, column: Column, faults: string[]): boolean | undefined {
  if (value === undefined) return undefined;
  if (/^(true|yes|y|1|x)$/i.test(value)) return true;
  if (/^(false|no|n|0|)$/i.test(value)) return false;
  faults.push(`${column} is neither true nor false`);
  return undefined;
}

function changesOf(current: ListedEventType, fields: Fields): string[] {
  const changes: string[] = [];
  const { description, groupName, featureFlags, deprecated, archived } = fields;
  if (description !== undefined && description !== current.description) changes.push('description');
  if (groupName !== undefined && groupName !== current.groupName) {
    changes.push(groupName === null ? 'default group' : `group ${groupName}`);
  }
  if (featureFlags !== undefined && (featureFlags ?? []).join() !== (current.featureFlags ?? []).join()) {
    changes.push(featureFlags === null ? 'released to everyone' : `requires ${featureFlags.join(', ')}`);
  }
  if (deprecated !== undefined && deprecated !== current.deprecated) {
    changes.push(deprecated ? 'deprecated' : 'no longer deprecated');
  }
  if (archived !== undefined && archived !== current.archived) {
    changes.push(archived ? 'archived' : 'unarchived');
  }
  return changes;
}
