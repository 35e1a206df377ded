import { isValidName } from '../../../../src-server/contract/names';
import type { DecidedRow } from './row-choice';

/** How many names are changed at once. Every part is optional; an empty rule changes nothing. */
export interface RenameRule {
  readonly find: string;
  readonly replace: string;
  readonly prefix: string;
  readonly style: 'keep' | 'snake' | 'dot';
}

export const NO_RENAME: RenameRule = { find: '', replace: '', prefix: '', style: 'keep' };

/** A name before and after, and why the new one cannot be used. */
interface Renaming {
  readonly rowId: string;
  readonly from: string;
  readonly to: string;
  /** Null: it can be used. */
  readonly fault: string | null;
}

/** Finds and replaces, then applies the style, then adds the prefix unless it is there already. */
export function renamed(name: string, { find, replace, prefix, style }: RenameRule): string {
  const replaced = find === '' ? name : name.replaceAll(find, replace);
  const styled = style === 'snake' ? snakeCase(replaced) : style === 'dot' ? dotCase(replaced) : replaced;
  return prefix === '' || styled.startsWith(prefix) ? styled : prefix + styled;
}

/** "petNew", "pet-new", "pet.new" -> "pet_new". */
function snakeCase(name: string): string {
  return wordsOf(name).join('_');
}

/** "petNew", "pet-new", "pet_new" -> "pet.new". */
function dotCase(name: string): string {
  return wordsOf(name).join('.');
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/**
 * What a rule would do to the names of some rows.
 * @param all every row of the plan: a new name must not be that of another row
 */
export function renamings(
  rows: readonly DecidedRow[],
  all: readonly DecidedRow[],
  rule: RenameRule,
): readonly Renaming[] {
  const touched = new Map(rows.filter(canRename).map(({ row, name }) => [row.id, renamed(name, rule)]));
  const taken = new Map<string, number>();
  for (const { row, name } of all) {
    const next = touched.get(row.id) ?? name;
    taken.set(next, (taken.get(next) ?? 0) + 1);
  }
  return rows.flatMap(({ row, name }) => {
    const to = touched.get(row.id);
    if (to === undefined || to === name) return [];
    const fault = !isValidName(to)
      ? 'not a valid name'
      : (taken.get(to) ?? 0) > 1
        ? 'another row already has this name'
        : null;
    return [{ rowId: row.id, from: name, to, fault }];
  });
}

/** An event type that is no longer in the document keeps its name: there is nothing to write under another one. */
function canRename({ row }: DecidedRow): boolean {
  return row.state !== 'removed';
}
