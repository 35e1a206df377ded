import { ecmaExpression } from '../../json-schema/ecma-expression';
import { isObject, own } from '../../json-schema/plain-json';
import type { Shape } from './example-shape';
import type { ExampleTexts } from './example-texts';
import { samplePattern } from './pattern-sample';

/** Names tried for one further property. */
const NAMES_MAX = 200;
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** What one part of a schema says about the names and values of properties that it does not describe. */
interface NamePart {
  readonly describes: (name: string) => boolean;
  readonly byPattern: readonly { readonly expression: RegExp | null; readonly rule: unknown }[];
  /** Undefined: the part does not say. */
  readonly others: unknown;
}

/** Which names the properties of an object may have, and what their values must match besides `properties`. */
export class ExampleNames {
  readonly #parts: readonly NamePart[];
  readonly #patterns: readonly string[];
  readonly #allowed: readonly Pick<ExampleTexts, 'allows' | 'at'>[];

  /** @param allowed the names that each `propertyNames` allows */
  constructor(shape: Shape, allowed: readonly Pick<ExampleTexts, 'allows' | 'at'>[]) {
    const mapOf = (part: Shape['parts'][number], key: string) => {
      const map = own(part, key);
      return isObject(map) ? map : {};
    };
    this.#allowed = allowed;
    this.#patterns = shape.parts.flatMap((part) => Object.keys(mapOf(part, 'patternProperties')));
    this.#parts = shape.parts.flatMap((part) => {
      const patterns = Object.entries(mapOf(part, 'patternProperties'));
      const others = own(part, 'additionalProperties');
      if (patterns.length === 0 && others === undefined) return [];
      const described = mapOf(part, 'properties');
      const byPattern = patterns.map(([pattern, rule]) => ({ expression: ecmaExpression(pattern), rule }));
      return { describes: (name: string) => Object.hasOwn(described, name), byPattern, others };
    });
  }

  /** Whether the schema says what further properties are like. */
  get saysMore(): boolean {
    return this.#patterns.length > 0 || this.#parts.some(({ others }) => isObject(others));
  }

  /** Whether an object may have a property of this name. */
  allows(name: string): boolean {
    return (
      this.#allowed.every((texts) => texts.allows(name)) &&
      this.#parts.every(
        (part) => part.others !== false || part.describes(name) || matching(part, name).length > 0,
      )
    );
  }

  /** What the value of a property must match, by its name. */
  rulesFor(name: string): readonly unknown[] {
    return this.#parts.flatMap((part) => {
      const rules = matching(part, name);
      const isOther = rules.length === 0 && !part.describes(name) && part.others !== undefined;
      return isOther ? [part.others] : rules;
    });
  }

  /** Allowed names, from the most telling one. */
  *fresh(): Generator<string> {
    for (let n = 0; n < NAMES_MAX; n += 1) {
      const given = this.#allowed.map((texts) => texts.at(n));
      const sampled = this.#patterns.map((pattern) => samplePattern(pattern, n));
      for (const name of [...given, ...sampled, `property${n + 1}`, LETTERS[n]]) {
        if (name != null && name !== '__proto__' && this.allows(name)) yield name;
      }
    }
  }
}

function matching({ byPattern }: NamePart, name: string): readonly unknown[] {
  return byPattern.filter(({ expression }) => expression?.test(name)).map(({ rule }) => rule);
}
