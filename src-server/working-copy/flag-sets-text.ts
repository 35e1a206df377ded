import { isObject } from '../json-schema/plain-json';

/** The name of the sets of feature flags among the event types of a working copy. */
export const FLAG_SETS = 'flag-sets';

/** A set of feature flags, with fields that only another version knows. */
export type CopiedFlagSet = Readonly<Record<string, unknown>> & { readonly letter: string };

const BEGIN = '{"flagSets":';
/** A response with more characters is no list of sets. */
const MOST_CHARACTERS = 1_000_000;

/** Whether a content of a working copy is that of the flag sets: an event type may have their name. */
export function isFlagSets(content: string | null | undefined): content is string {
  return content?.startsWith(BEGIN) === true;
}

/** The flag sets of an instance in their order, as JSON text. */
export function flagSetsText(sets: readonly CopiedFlagSet[]): string {
  const ordered = sets.map(({ id, letter, name, colour, featureFlags, ...others }) => ({
    id,
    letter,
    name,
    colour,
    featureFlags,
    ...others,
  }));
  return JSON.stringify({ flagSets: ordered });
}

/** The sets in a content for which `isFlagSets` holds. */
export function flagSetsIn(content: string): readonly CopiedFlagSet[] {
  return JSON.parse(content).flagSets;
}

/**
 * Reads the flag sets that another instance answered, with the version that its next write has to name. Null: it has
 * none, or none that can be written back.
 */
export function readRemoteFlagSets(
  text: string,
): { readonly content: string; readonly version: string } | null {
  const parts = text.length > MOST_CHARACTERS ? null : parsed(text);
  if (!isObject(parts) || typeof parts.version !== 'string') return null;
  return isListOfSets(parts.flagSets)
    ? { content: flagSetsText(parts.flagSets), version: parts.version }
    : null;
}

/** Whether each is a set, and no letter is there twice. */
export function isListOfSets(list: unknown): list is readonly CopiedFlagSet[] {
  return (
    Array.isArray(list) &&
    list.every(isFlagSet) &&
    new Set(list.map(({ letter }) => letter)).size === list.length
  );
}

/** Equal for sets that mean the same: the order of fields, and of flags, is no difference. */
export function flagSetKey(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flagSetKey).sort().join()}]`;
  if (!isObject(value)) return String(JSON.stringify(value));
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${flagSetKey(value[name])}`).join()}}`;
}

/** Whether two contents have the same sets in the same order. */
export function sameFlagSets(a: string, b: string): boolean {
  const [left, right] = [a, b].map((content) => flagSetsIn(content).map(flagSetKey).join());
  return left === right;
}

function isFlagSet(value: unknown): value is CopiedFlagSet {
  return (
    isObject(value) &&
    typeof value.letter === 'string' &&
    /^[A-Z]$/.test(value.letter) &&
    [value.id, value.name, value.colour].every((text) => typeof text === 'string') &&
    Array.isArray(value.featureFlags) &&
    value.featureFlags.every((flag) => typeof flag === 'string')
  );
}

/** Null: the text is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
