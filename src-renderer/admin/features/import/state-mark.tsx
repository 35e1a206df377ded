import type { ImportState } from '../../../../src-server/contract/import-plan';
import { type StatusLook, StatusMark } from '../../../ui/status-mark';

const LOOK: Record<ImportState, StatusLook & { readonly word: string }> = {
  problem: { word: 'Problem', tone: 'failed', glyph: 'M8 4v5M8 11.6v.2' },
  conflict: { word: 'Conflict', tone: 'waiting', glyph: 'M4.5 6H11L9 4M11.5 10H5l2 2' },
  new: { word: 'New', tone: 'delivered', glyph: 'M8 4.5v7M4.5 8h7' },
  changed: { word: 'Changed', tone: 'inFlight', glyph: 'M4.2 9c1.3-2.6 2.6-2.6 3.8-1s2.5 1.6 3.8-1' },
  removed: { word: 'Removed from file', tone: 'waiting', glyph: 'M4.5 8h7' },
  unchanged: { word: 'Unchanged', tone: 'neutral', glyph: 'M5 6.6h6M5 9.4h6' },
};

/** The state of a row in one or a few words. */
export function stateWord(state: ImportState): string {
  return LOOK[state].word;
}

/** The outcome of a row: glyph, word and colour say the same. */
export function StateMark({ state, word }: { readonly state: ImportState; readonly word?: string }) {
  const look = LOOK[state];
  return <StatusMark look={look}>{word ?? look.word}</StatusMark>;
}
