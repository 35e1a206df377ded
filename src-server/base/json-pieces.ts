import { setImmediate as nextTurn } from 'node:timers/promises';
import { sharedText } from './shared-text';

/** Characters per piece, and entries in it: parsing one takes a few milliseconds. */
const PIECE_CHARACTERS = 256 * 1024;
const PIECE_ENTRIES = 500;

const decoder = new TextDecoder();

/**
 * A long list on its way between threads: JSON texts, each with part of it. The memory is shared, so passing it costs
 * nothing, however long it is.
 */
export type JsonPieces = readonly Uint8Array[];

/** A list in pieces. An entry larger than a piece becomes a piece of its own. */
export function toJsonPieces(list: Iterable<unknown>): JsonPieces {
  const pieces: Uint8Array[] = [];
  let entries: string[] = [];
  let characters = 0;
  const flush = () => {
    if (entries.length > 0) pieces.push(sharedText(`[${entries.join(',')}]`));
    entries = [];
    characters = 0;
  };
  for (const entry of list) {
    const text = JSON.stringify(entry);
    if (entries.length >= PIECE_ENTRIES || characters + text.length > PIECE_CHARACTERS) flush();
    entries.push(text);
    characters += text.length;
  }
  flush();
  return pieces;
}

/** The list again; other work gets its turn after each piece. */
export async function fromJsonPieces<T>(pieces: JsonPieces): Promise<T[]> {
  const list: T[] = [];
  for (const piece of pieces) {
    for (const entry of parsePiece<T>(piece)) list.push(entry);
    await nextTurn();
  }
  return list;
}

/** The same at once, for a thread that nothing waits for. */
export function parseJsonPieces<T>(pieces: JsonPieces): T[] {
  return pieces.flatMap((piece) => [...parsePiece<T>(piece)]);
}

function parsePiece<T>(piece: Uint8Array): readonly T[] {
  return JSON.parse(decoder.decode(piece)) as T[];
}
