import type { ChangeEffect } from '../../src-server/contract/schema-change-rules';
import { classNames } from './class-names';
import styles from './status.module.css';

const LOOK: Record<
  ChangeEffect | 'none',
  { readonly word: string; readonly tone: string; readonly glyph: string }
> = {
  breaking: { word: 'Breaking', tone: 'failed', glyph: 'M5 5l6 6M11 5l-6 6' },
  unclear: { word: 'Unclear', tone: 'waiting', glyph: 'M6 6.2a2 2 0 1 1 2.7 1.9c-.5.2-.7.5-.7 1M8 11.4v.2' },
  compatible: { word: 'Compatible', tone: 'delivered', glyph: 'M4 8.5 7 11.5 12.5 5' },
  none: { word: 'Catalog only', tone: 'neutral', glyph: 'M4.5 8h7' },
};

/** What a change means to receivers: glyph, word and colour say the same. Null: no message changes. */
export function EffectMark({ effect }: { readonly effect: ChangeEffect | null }) {
  const look = LOOK[effect ?? 'none'];
  return (
    <span className={classNames(styles.status, styles[look.tone])}>
      <svg viewBox="0 0 16 16" className={styles.glyph} aria-hidden>
        <circle cx="8" cy="8" r="7" className={styles.ground} />
        <path d={look.glyph} className={styles.stroke} />
      </svg>
      {look.word}
    </span>
  );
}
