import { type ChangeEffect, SCHEMA_CHANGE_RULES, type SchemaChangeKind } from './schema-change-rules';

/** One difference between two schemas. */
export interface SchemaChange {
  /** The rule that applies to it. */
  readonly kind: SchemaChangeKind;
  /** What it means for receivers. */
  readonly effect: ChangeEffect;
  /** Where: the names of the fields from the outside in. Empty: the whole event. */
  readonly path: readonly string[];
  /** What, without where: "number becomes string". */
  readonly text: string;
}

/** Further changes are counted, not listed. */
const LISTED_MAX = 500;
const TEXT_MAX = 600;

/** Collects changes, and judges each by its rule. */
export class SchemaChangeList {
  readonly changes: SchemaChange[] = [];
  readonly #counts = { '+': 0, '-': 0, '~': 0 };
  #worst: ChangeEffect | null = null;

  /**
   * Adds a change.
   * @param isConditional true if it applies only to some messages (`if`, `not`, `contains`): then no effect on messages
   * can be judged
   */
  add(kind: SchemaChangeKind, path: readonly string[], text: string, isConditional = false): void {
    const rule: { effect: ChangeEffect; sign: '+' | '-' | '~'; onlyText?: boolean } =
      SCHEMA_CHANGE_RULES[kind];
    const effect = isConditional && !rule.onlyText ? 'unclear' : rule.effect;
    this.#counts[rule.sign] += 1;
    this.#worst = worstEffect([this.#worst, effect]);
    if (this.changes.length < LISTED_MAX)
      this.changes.push({ kind, effect, path, text: text.slice(0, TEXT_MAX) });
  }

  /** How many there are, listed or not. */
  get count(): number {
    return this.#counts['+'] + this.#counts['-'] + this.#counts['~'];
  }

  /** The worst effect of all, listed or not. Null: there are no changes. */
  get verdict(): ChangeEffect | null {
    return this.#worst;
  }

  /** "+2 −1 ~3"; "" when there are none. */
  get summary(): string {
    const { '+': added, '-': removed, '~': changed } = this.#counts;
    const parts = [added > 0 && `+${added}`, removed > 0 && `−${removed}`, changed > 0 && `~${changed}`];
    return parts.filter(Boolean).join(' ');
  }
}

/** The worst of several effects; null stands for no change. Null: there is none. */
export function worstEffect(effects: readonly (ChangeEffect | null)[]): ChangeEffect | null {
  const order = ['breaking', 'unclear', 'compatible'] as const;
  return order.find((effect) => effects.includes(effect)) ?? null;
}
