import type { ImportState } from '../../../src-server/contract/import-plan';
import { classNames } from '../../ui/class-names';
import styles from '../../ui/status.module.css';

const LOOK: Record<ImportState, { readonly word: string; readonly tone: string; readonly glyph: string }> = {
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

/** What would become of a row: glyph, word and colour say the same. */
export function StateMark({ state, word }: { readonly state: ImportState; readonly word?: string }) {
  const look = LOOK[state];
  return (
    <span className={classNames(styles.status, styles[look.tone])}>
      <svg viewBox="0 0 16 16" className={styles.glyph} aria-hidden>
        <circle cx="8" cy="8" r="7" className={styles.ground} />
        <path d={look.glyph} className={styles.stroke} />
      </svg>
      {word ?? look.word}
    </span>
  );
}
