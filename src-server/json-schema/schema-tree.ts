import { own } from './plain-json';
import { type ChildDraft, childDrafts, type RowKind } from './schema-children';
import { type OtherKeyword, otherKeywords } from './schema-keywords';
import { constraintNotes, itemSchemas, type SchemaNote, typeLabel } from './schema-labels';
import { type Ancestors, enclose, type Layers, layersOf, type Seen } from './schema-layers';

/**
 * A Draft 7 schema as a tree of rows to show, for the admin pages, the portal and the public catalog.
 *
 * Promises: never throws, whatever JSON it is given; always ends, with at most `maxRows` rows and `maxDepth` levels; if
 * there are too many rows, those nearest the root are kept, and what is left out is counted; keys are the real keys of
 * the message, never titles; a schema that contains itself is named, not repeated. Not promised: validation. A schema
 * that contradicts itself is shown as written.
 */

/** One line of the tree. */
export interface SchemaRow {
  /** Stable and unique in the tree: `customer.address.city`, `lines[].id`, `method(oneOf.2).iban`; "" is the root. */
  readonly path: string;
  readonly kind: RowKind;
  /** For a property its actual key, for a pattern the pattern; words for every other kind. */
  readonly label: string;
  readonly required: boolean;
  /** The type in words: "integer or null", "array of object", "one of 3". */
  readonly type: string;
  readonly notes: readonly SchemaNote[];
  /** The author's text; "" when there is none. */
  readonly description: string;
  readonly deprecated: boolean;
  /** Name of the definition it comes from; null when it is written in place. */
  readonly definition: string | null;
  /** The enclosing row it repeats; null in almost all cases. */
  readonly sameAs: Seen | null;
  /** Keywords unknown to Draft 7, or with an invalid value, with their value as short JSON. */
  readonly otherKeywords: readonly OtherKeyword[];
  readonly children: readonly SchemaRow[];
  /** How many children are left out. */
  readonly more: number;
  /** The card that has its children, by position in `cards`. Null: they are here, or there are none. */
  readonly card: number | null;
}

/** Rows that several rows have below them, told once, or that are too far from the root. */
export interface SchemaCard {
  /** Unique in the tree: the name of the definition, its title, or the label of the first row that has it. */
  readonly name: string;
  /** Of the first row that has it: the paths of all rows on the card begin with it. */
  readonly path: string;
  readonly children: readonly SchemaRow[];
  /** How many children are left out. */
  readonly more: number;
}

export interface SchemaTree {
  readonly root: SchemaRow;
  /** Rows in the tree, including the root. */
  readonly rowCount: number;
  /** Levels below the root that have rows. */
  readonly depth: number;
  /** True if rows are left out anywhere. */
  readonly cut: boolean;
  /** In the order in which the tree needs them; empty unless asked for. */
  readonly cards: readonly SchemaCard[];
}

interface SchemaTreeLimits {
  /** Most rows in the whole tree; 2,000 unless given. */
  readonly maxRows?: number;
  /** Most levels below the root; 32 unless given. */
  readonly maxDepth?: number;
  /** True: rows that would have the same below them share a card, and there are three levels, on each card too. */
  readonly withCards?: boolean;
}

/** Work allowed on one tree, counted in keys and schemas examined: a hostile schema ends early instead of late. */
const STEPS_MAX = 200_000;
const TEXT_MAX = 20_000;
const OTHER_KEYWORDS_MAX = 20;
/** Nested lists that share one row: `string[][][]` is one line. */
const ITEM_LEVELS_MAX = 4;

/** Fewer children than these are read faster in place than on a card. */
const CARD_ROWS_MIN = 3;

/** Levels of the tree, and of a card; what is deeper is on a card of its own. */
const CARD_LEVELS = 3;

type WritableRow = { -readonly [K in keyof SchemaRow]: SchemaRow[K] } & { children: WritableRow[] };
interface Pending {
  readonly draft: ChildDraft;
  readonly path: string;
  readonly ancestors: Ancestors | null;
  readonly parent: WritableRow;
}

/** Builds the tree. Level by level, so that a huge branch never hides the fields next to it. */
export function schemaTree(schema: unknown, limits: SchemaTreeLimits = {}): SchemaTree {
  const { maxRows = 2000, maxDepth = 32, withCards = false } = limits;
  const shared = withCards ? new SharedRows() : null;
  const paths = new Set<string>();
  const draft: ChildDraft = { kind: 'root', label: '', step: '', required: false, schemas: [schema] };
  const top = describe({ draft, path: '', ancestors: null }, schema, paths);
  let level = top.children;
  let steps = top.cost;
  let rowCount = 1;
  let deepest = 0;
  let cut = false;
  for (let depth = 1; level.length > 0; depth += 1) {
    const next: Pending[] = [];
    for (const pending of level) {
      if (depth > maxDepth || rowCount >= maxRows || steps > STEPS_MAX) {
        pending.parent.more += 1;
        cut = true;
        continue;
      }
      const { row, children, name, cost } = describe(pending, schema, paths);
      pending.parent.children.push(row);
      if (!shared?.isTold(row, name, children)) for (const child of children) next.push(child);
      rowCount += 1;
      steps += cost;
      deepest = depth;
    }
    level = next;
  }
  return { root: top.row, rowCount, depth: deepest, cut, cards: shared?.toCards(top.row) ?? [] };
}

/** Finds rows with the same children. The first one of them is that nearest to the root. */
class SharedRows {
  readonly #byContent = new Map<string, WritableRow[]>();
  readonly #alike = new Map<WritableRow, readonly WritableRow[]>();
  readonly #names = new Map<WritableRow, string>();

  /** True: an earlier row has the same children, which need not be told again. */
  isTold(row: WritableRow, name: string, children: readonly Pending[]): boolean {
    if (children.length < CARD_ROWS_MIN) return false;
    this.#names.set(row, name);
    const content = contentOf(children);
    if (content === null) return false;
    const known = this.#byContent.get(content);
    const rows = known ?? [];
    rows.push(row);
    if (known) return true;
    this.#byContent.set(content, rows);
    this.#alike.set(row, rows);
    return false;
  }

  /** Moves children to cards: those that several rows have, and those too far from the root. */
  toCards(root: WritableRow): SchemaCard[] {
    const cards: SchemaCard[] = [];
    const names = new Set<string>();
    const visit = (rows: readonly WritableRow[], level: number) => {
      for (const row of rows) {
        const alike = this.#alike.get(row) ?? [row];
        const { path, children, more } = row;
        const isMany = children.length >= CARD_ROWS_MIN;
        if (alike.length < 2 && !(isMany && level >= CARD_LEVELS)) {
          visit(children, level + 1);
          continue;
        }
        for (const same of alike) Object.assign(same, { card: cards.length, children: [], more: 0 });
        cards.push({ name: unique(this.#names.get(row) ?? row.label, names, ' '), path, children, more });
      }
    };
    visit(root.children, 1);
    for (const { children } of cards) visit(children as WritableRow[], 1);
    return cards;
  }
}

/** The same text means the same rows. Null: it is nested too deeply to tell. */
function contentOf(children: readonly Pending[]): string | null {
  try {
    return JSON.stringify(children.map(({ draft: { name: _, ...draft } }) => draft));
  } catch {
    return null;
  }
}

/** Creates one row, and returns which rows belong below it. */
function describe(
  pending: Omit<Pending, 'parent'>,
  root: unknown,
  paths: Set<string>,
): { row: WritableRow; children: Pending[]; name: string; cost: number } {
  const { draft } = pending;
  const path = unique(pending.path, paths);
  const seen: Seen = { path, label: path === '' ? 'the whole event' : path };
  let node = layersOf(draft.schemas, root, pending.ancestors);
  const first = node;
  const notes = constraintNotes(node);
  let ancestors = enclose(pending.ancestors, node, seen);
  let childPath = path;
  const drafts: Omit<Pending, 'parent'>[] = [];
  let sameAs = node.sameAs;
  let definition = node.refNames[0] ?? null;
  let itemText = '';
  let cost = 1;
  for (let list = 0; ; list += 1) {
    cost += node.layers.length;
    for (const child of childDrafts(node, root)) {
      cost += child.schemas.length;
      drafts.push({ draft: child, path: childPath + separated(childPath, child.step), ancestors });
    }
    const items = itemSchemas(node);
    if (items.length === 0 || list === ITEM_LEVELS_MAX) break;
    // A list and its items share one row: the fields of an item are directly below.
    node = layersOf(items, root, ancestors);
    childPath += '[]';
    for (const note of constraintNotes(node)) notes.push({ ...note, text: `each: ${note.text}` });
    sameAs ??= node.sameAs;
    definition ??= node.refNames[0] ?? null;
    itemText ||= textOf(node, 'description');
    ancestors = enclose(ancestors, node, { path: childPath, label: `an item of ${seen.label}` });
  }
  const row: WritableRow = {
    path,
    kind: draft.kind,
    label: draft.label,
    required: draft.required,
    // A row that repeats another has no layers of its own; its type is still worth showing.
    type: typeLabel(first.sameAs ? layersOf(draft.schemas, root) : first, root),
    notes,
    description: [textOf(first, 'description'), itemText && `Each item: ${itemText}`]
      .filter(Boolean)
      .join('\n'),
    deprecated: first.layers.some((layer) => own(layer.schema, 'deprecated') === true),
    definition: definition || null,
    sameAs,
    otherKeywords: first.layers.flatMap((layer) => otherKeywords(layer.schema)).slice(0, OTHER_KEYWORDS_MAX),
    children: [],
    more: 0,
    card: null,
  };
  const children = drafts.map((each) => ({ ...each, parent: row }));
  return { row, children, name: definition || textOf(node, 'title') || draft.label, cost };
}

function separated(path: string, step: string): string {
  return path === '' || /^[[(]/.test(step) ? step : `.${step}`;
}

function unique(path: string, taken: Set<string>, sign = '~'): string {
  let candidate = path;
  for (let n = 2; taken.has(candidate); n += 1) candidate = `${path}${sign}${n}`;
  taken.add(candidate);
  return candidate;
}

function textOf(node: Layers, key: string): string {
  for (const { schema } of node.layers) {
    const text = own(schema, key);
    if (typeof text === 'string' && text.trim() !== '') return text.trim().slice(0, TEXT_MAX);
  }
  return '';
}
