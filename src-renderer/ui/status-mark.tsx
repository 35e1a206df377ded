import type { ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './status.module.css';

/** How a state looks: its color, and the path of its glyph on a 16 by 16 grid. */
export interface StatusLook {
  readonly tone: 'delivered' | 'waiting' | 'failed' | 'inFlight' | 'neutral';
  readonly glyph: string;
}

interface StatusMarkProps {
  readonly look: StatusLook;
  /** The word: without it, color alone would tell the states apart. */
  readonly children: ReactNode;
}

/** A state: glyph, word and color say the same. */
export function StatusMark({ look, children }: StatusMarkProps) {
  return (
    <span className={classNames(styles.status, styles[look.tone])}>
      <svg viewBox="0 0 16 16" className={styles.glyph} aria-hidden>
        <circle cx="8" cy="8" r="7" className={styles.ground} />
        <path d={look.glyph} className={styles.stroke} />
      </svg>
      {children}
    </span>
  );
}
