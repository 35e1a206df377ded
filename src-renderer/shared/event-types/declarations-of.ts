import { TYPES_MAP } from '../../../src-server/contract/event-type-export';

/** At the beginning of a line, where comments have a star. */
const DECLARED = /^export (?:interface|type) (\w+)/m;
/** A line of the map from names to payloads. */
const MAP_ENTRY = /^ {2}('[^'\n]*'|"(?:[^"\\\n]|\\.)*"): (\w+);$/gm;
/** What names no type: comments, and texts. */
const TEXTS = /\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"/g;
const IDENTIFIERS = /\b[A-Z]\w*/g;

/**
 * The declarations of one event type, from those of all (an export with `format=typescript`): its own, and each that it
 * needs. Null: it is not among them.
 */
export function declarationsOf(name: string, all: string): string | null {
  const declared = new Map<string, string>();
  for (const text of all.split('\n\n')) {
    const identifier = DECLARED.exec(text)?.[1];
    if (identifier !== undefined) declared.set(identifier, text.trim());
  }
  const entries = (declared.get(TYPES_MAP) ?? '').matchAll(MAP_ENTRY);
  const own = [...entries].find(([, quoted = '']) => nameIn(quoted) === name)?.[2];
  if (own === undefined) return null;
  const found = new Set([own]);
  // The set grows while it is walked.
  for (const identifier of found)
    for (const [used] of (declared.get(identifier) ?? '').replace(TEXTS, '').matchAll(IDENTIFIERS))
      if (declared.has(used)) found.add(used);
  return `${[...found].map((identifier) => declared.get(identifier)).join('\n\n')}\n`;
}

function nameIn(quoted: string): string {
  return quoted.startsWith("'") ? quoted.slice(1, -1) : JSON.parse(quoted);
}
