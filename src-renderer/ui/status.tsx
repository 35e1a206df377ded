import type { StatusText } from '../../src-server/contract/attempt';
import { classNames } from './class-names';
import styles from './status.module.css';
import { useUiWords } from './ui-words';

const LOOK: Record<StatusText, { readonly tone: string; readonly glyph: string }> = {
  success: { tone: 'delivered', glyph: 'M4 8.5 7 11.5 12.5 5' },
  pending: { tone: 'waiting', glyph: 'M8 4v4.2l2.6 1.8' },
  fail: { tone: 'failed', glyph: 'M5 5l6 6M11 5l-6 6' },
  sending: { tone: 'inFlight', glyph: 'M12 8a4 4 0 1 1-1.4-3M12 3.2V5.4H9.8' },
  canceled: { tone: 'neutral', glyph: 'M4.5 8h7' },
};

export interface StatusProps {
  readonly status: StatusText;
  /** Other words where the usual one misleads, such as "Held". */
  readonly word?: string;
}

/** What became of a delivery or an attempt: glyph, word and colour say the same. */
export function Status({ status, word }: StatusProps) {
  const look = LOOK[status];
  const words = useUiWords();
  return (
    <span className={classNames(styles.status, styles[look.tone])}>
      <svg viewBox="0 0 16 16" className={styles.glyph} aria-hidden>
        <circle cx="8" cy="8" r="7" className={styles.ground} />
        <path d={look.glyph} className={styles.stroke} />
      </svg>
      {word ?? words.status[status]}
    </span>
  );
}
