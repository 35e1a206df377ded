import { canonicalJson } from './canonical-json';
import type { HeldValue } from './held-value';
import { own } from './plain-json';
import { sameHeld } from './same-json';
import type { SchemaChangeList } from './schema-change-list';
import type { SchemaChangeKind } from './schema-change-rules';
import { type ChildDraft, childDrafts, type RowKind } from './schema-children';
import { constraintChanges, isClosed } from './schema-constraint-changes';
import { itemSchemas, simpleUnion, typeLabel } from './schema-labels';
import { type Layers, layersOf } from './schema-layers';
import { matchOptions, withOnlyChoice } from './schema-option-matches';
import { typeChange } from './schema-type-change';
import { shortHeld } from './short-json';

/** Work allowed on one comparison, counted in keys and schemas examined. */
const STEPS_MAX = 150_000;
const DEPTH_MAX = 32;
const WRITTEN_MAX = 4_000_000;

/** The place of the same value in both schemas. */
interface Place {
  readonly path: readonly string[];
  /** True below `if`, `not` and the like. */
  readonly isConditional: boolean;
}

interface Pair {
  readonly before: Layers;
  readonly after: Layers;
}

/** Adds every difference between two schemas to a list, outermost first within each field. */
export function compareSchemas(before: unknown, after: unknown, list: SchemaChangeList): void {
  const comparison = new Comparison({ before, after }, list);
  comparison.compare([before], [after], { path: [], isConditional: false });
  if (comparison.isCut) list.add('too-large', [], 'is too large to compare completely');
}

class Comparison {
  readonly #roots: { readonly before: unknown; readonly after: unknown };
  readonly #list: SchemaChangeList;
  readonly #ids = new Map<unknown, number>();
  /** Pairs of schemas being compared further out: the schemas contain themselves. */
  readonly #open = new Set<string>();
  /** Pairs of schemas without a difference, which definitions bring up again and again. */
  readonly #same = new Set<string>();
  #steps = 0;
  /** Characters of options written out to distinguish them. */
  #written = 0;
  isCut = false;

  constructor(roots: { before: unknown; after: unknown }, list: SchemaChangeList) {
    this.#roots = roots;
    this.#list = list;
  }

  /** Compares two values that these schemas describe. */
  compare(before: readonly unknown[], after: readonly unknown[], place: Place): void {
    if (this.isCut) return;
    const pair = {
      before: layersOf(before, this.#roots.before),
      after: layersOf(after, this.#roots.after),
    };
    this.#steps += 1 + pair.before.layers.length + pair.after.layers.length;
    const key = `${this.#keyOf(pair.before)}|${this.#keyOf(pair.after)}`;
    if (this.#open.has(key) || this.#same.has(key)) return;
    if (this.#open.size >= DEPTH_MAX || this.#steps > STEPS_MAX) {
      this.isCut = true;
      return;
    }
    const counted = this.#list.count;
    this.#open.add(key);
    this.#comparePair(pair, place, 0);
    this.#open.delete(key);
    if (this.#list.count === counted && !this.isCut) this.#same.add(key);
  }

  #comparePair({ before, after }: Pair, place: Place, choices: number): void {
    const [old, next] = [choicesOf(before), choicesOf(after)];
    if (
      choices < 4 &&
      (old.length === 0) !== (next.length === 0) &&
      Math.max(old.length, next.length) === 1
    ) {
      this.#compareWithChoice({ before, after }, place, choices);
      return;
    }
    this.#compareWords({ before, after }, place);
    if (!this.#compareTypes({ before, after }, place)) return;
    for (const { kind, text } of constraintChanges(before, after)) this.#add(kind, place, text);
    if (before.missing.join() !== after.missing.join()) {
      const [lost] = after.missing;
      this.#add(
        'reference-changed',
        place,
        lost ? `refers to ${lost}, which does not exist` : 'now has a target',
      );
    }
    this.#compareItems({ before, after }, place);
    this.#compareChoices({ before, after }, place);
    this.#compareChildren({ before, after }, place);
  }

  /** One form becomes several, or several become one: the one is compared to the form most similar to it. */
  #compareWithChoice({ before, after }: Pair, place: Place, choices: number): void {
    const isNew = after.variants.length > 0;
    const many = isNew ? after : before;
    const roots = isNew ? this.#roots.after : this.#roots.before;
    const { node, others } = withOnlyChoice(many, isNew ? before : after, roots);
    for (const name of others) this.#addOption(isNew, name, place);
    this.#comparePair(isNew ? { before, after: node } : { before: node, after }, place, choices + 1);
  }

  #compareWords({ before, after }: Pair, place: Place): void {
    const [old, next] = [textOf(before, 'description'), textOf(after, 'description')];
    if (old !== next) {
      const label = old === '' ? 'gets a description' : next === '' ? 'loses its description' : null;
      this.#add('description-changed', place, label ?? 'its description changes');
    }
    const [was, is] = [before, after].map((node) =>
      node.layers.some(({ schema }) => own(schema, 'deprecated') === true),
    );
    if (was !== is)
      this.#add('deprecation-changed', place, is ? 'is deprecated now' : 'is no longer deprecated');
    for (const key of ['title', 'default', 'examples']) {
      const [first, second] = [before, after].map((node) => annotationOf(node, key));
      if (first === undefined ? second === undefined : second !== undefined && sameHeld(first, second))
        continue;
      const noun = key === 'examples' ? 'example' : key;
      if (first === undefined)
        this.#add('annotation-changed', place, `gets ${noun === 'example' ? 'an' : 'a'} ${noun}`);
      else if (second === undefined) this.#add('annotation-changed', place, `loses its ${noun}`);
      else if (key === 'examples') this.#add('annotation-changed', place, 'its example changes');
      else {
        const label = `its ${noun} ${shortHeld(first, 60)} becomes ${shortHeld(second, 60)}`;
        this.#add('annotation-changed', place, label);
      }
    }
  }

  /** False if the values have nothing in common, so that nothing more needs saying. */
  #compareTypes({ before, after }: Pair, place: Place): boolean {
    const change = typeChange(before, after, this.#roots);
    if (change === null) return true;
    const [old, next] = [typeLabel(before, this.#roots.before), typeLabel(after, this.#roots.after)];
    // Explicit or implied: `properties` without a type is read as an object.
    if (old === next) return true;
    this.#add(`type-${change}`, place, `${old} becomes ${next}`);
    return change !== 'replaced';
  }

  #compareItems({ before, after }: Pair, place: Place): void {
    const [old, next] = [itemSchemas(before), itemSchemas(after)];
    if (old.length + next.length > 0)
      this.compare(old, next, { ...place, path: [...place.path, 'each item'] });
  }

  #compareChoices({ before, after }: Pair, place: Place): void {
    const [old, next] = [choicesOf(before), choicesOf(after)];
    if (old.length !== next.length) this.#add('constraint-changed', place, 'its alternatives change');
    for (const [index, group] of old.entries()) {
      const other = next[index];
      if (!other) continue;
      this.#steps += group.options.length + other.options.length;
      const { pairs, added, removed } = matchOptions(group.options, other.options, this.#roots, (schema) =>
        this.#write(schema),
      );
      for (const name of removed) this.#addOption(false, name, place);
      for (const name of added) this.#addOption(true, name, place);
      for (const { before, after, name } of pairs) {
        this.compare([before], [after], { ...place, path: [...place.path, name] });
      }
    }
  }

  #compareChildren({ before, after }: Pair, place: Place): void {
    const known = new ChildrenByKey(childDrafts(before, this.#roots.before));
    const isClosedBefore = isClosed(before);
    this.#steps += known.count;
    for (const child of childDrafts(after, this.#roots.after)) {
      if (child.kind === 'variant') continue;
      this.#steps += 1;
      const there = placeOf(child, place);
      const old = known.take(child);
      if (!old) {
        this.#addChild(child, there, true, isClosedBefore);
        continue;
      }
      if (old.required !== child.required) {
        if (child.required) this.#add('field-required', there, 'is now required');
        else this.#add('field-optional', there, 'is now optional');
      }
      this.compare(old.schemas, child.schemas, there);
    }
    for (const child of known.rest()) {
      if (child.kind !== 'variant') this.#addChild(child, placeOf(child, place), false, false);
    }
  }

  /** A row that only one of the two has. */
  #addChild(child: ChildDraft, place: Place, isNew: boolean, wasClosed: boolean): void {
    if (child.kind === 'property' || child.kind === 'item') {
      const root = isNew ? this.#roots.after : this.#roots.before;
      const type = typeLabel(layersOf(child.schemas, root), root);
      const label = `${type}, ${child.required || child.kind === 'item' ? 'required' : 'optional'}`;
      if (!isNew) this.#add('field-removed', place, `removed (${label})`);
      else this.#add(wasClosed ? 'field-added-to-closed' : 'field-added', place, `added (${label})`);
    } else if (child.kind === 'pattern') {
      if (isNew) this.#add('field-added', place, 'added (keys of this pattern)');
      else this.#add('field-removed', place, 'removed (keys of this pattern)');
    } else {
      const kind = isNew ? 'constraint-tightened' : 'constraint-loosened';
      this.#add(kind, place, isNew ? 'now has a rule' : 'no longer has a rule');
    }
  }

  #addOption(isNew: boolean, name: string, place: Place): void {
    if (isNew) this.#add('option-added', place, `can also be ${name}`);
    else this.#add('option-removed', place, `is no longer ${name}`);
  }

  #add(kind: SchemaChangeKind, { path, isConditional }: Place, text: string): void {
    this.#list.add(kind, path, text, isConditional);
  }

  /** A schema as text, equal for equal schemas; null once that became too much work. */
  #write(schema: unknown): string | null {
    const text = this.#written > WRITTEN_MAX ? null : canonicalJson(schema, true);
    this.#written += text?.length ?? 0;
    return text;
  }

  /** Equal for the same schemas, wherever they are used. */
  #keyOf({ layers, missing, never, invalid }: Layers): string {
    const ids = layers.map(({ schema, nullable }) => {
      const id = this.#ids.get(schema) ?? this.#ids.size;
      this.#ids.set(schema, id);
      return `${id}${nullable ? '?' : ''}`;
    });
    return `${ids.join()};${never};${invalid};${missing.join()}`;
  }
}

const CONDITIONAL: ReadonlySet<RowKind> = new Set(['condition', 'not', 'contains', 'key-names']);

function placeOf(child: ChildDraft, place: Place): Place {
  return {
    path: [...place.path, child.label === '' ? '""' : child.label.slice(0, 200)],
    isConditional: place.isConditional || CONDITIONAL.has(child.kind),
  };
}

/** The rows below a value, for matching with the rows of another. */
class ChildrenByKey {
  readonly #byKey = new Map<string, ChildDraft[]>();
  readonly count: number;

  constructor(children: readonly ChildDraft[]) {
    this.count = children.length;
    for (const child of children) {
      const key = keyOfChild(child);
      const alike = this.#byKey.get(key);
      if (alike) alike.push(child);
      else this.#byKey.set(key, [child]);
    }
  }

  /** The row for the same thing. Rules of several layers share a key: then the identical one, otherwise the first. */
  take(child: ChildDraft): ChildDraft | undefined {
    const alike = this.#byKey.get(keyOfChild(child)) ?? [];
    const at = alike.findIndex(({ label }) => label === child.label);
    return alike.splice(Math.max(0, at), 1)[0];
  }

  /** The unmatched rows. */
  rest(): readonly ChildDraft[] {
    return [...this.#byKey.values()].flat();
  }
}

function keyOfChild({ kind, label, step }: ChildDraft): string {
  return kind === 'property' || kind === 'pattern' ? `${kind} ${label}` : `${kind} ${step}`;
}

/** The choices that are more than a list of simple types. */
function choicesOf(node: Layers) {
  return node.variants.filter(({ options }) => simpleUnion(options) === null);
}

function annotationOf(node: Layers, key: string): HeldValue | undefined {
  const layer = node.layers.find(({ schema }) => Object.hasOwn(schema, key));
  return layer && { holder: layer.schema, key };
}

function textOf(node: Layers, key: string): string {
  for (const { schema } of node.layers) {
    const text = own(schema, key);
    if (typeof text === 'string' && text.trim() !== '') return text.trim();
  }
  return '';
}
