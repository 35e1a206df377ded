import { TYPES_MAP } from '../../contract/event-type-export';
import type { SharedDefinitions } from './shared-definitions';

/** The identifiers of event types and definitions in TypeScript. Names that would have the same one get a number. */
export interface TypeNames {
  readonly schemas: ReadonlyMap<string, string>;
  readonly definitions: ReadonlyMap<string, string>;
}

export function typeNames({ types, definitions }: SharedDefinitions): TypeNames {
  const taken = new Set([TYPES_MAP]);
  const named = (names: Iterable<string>) =>
    new Map([...names].map((name) => [name, free(identifierOf(name), taken)]));
  return { schemas: named(types.map(({ name }) => name)), definitions: named(definitions.keys()) };
}

/** `invoice.paid` becomes `InvoicePaid`: begins with a capital letter, and so is no word of the language. */
function identifierOf(name: string): string {
  const words = name.split(/[^a-zA-Z0-9]+/).filter((word) => word !== '');
  const joined = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('');
  return /^[A-Z]/.test(joined) ? joined : `Type${joined}`;
}

function free(identifier: string, taken: Set<string>): string {
  let found = identifier;
  for (let n = 2; taken.has(found); n += 1) found = `${identifier}_${n}`;
  taken.add(found);
  return found;
}
