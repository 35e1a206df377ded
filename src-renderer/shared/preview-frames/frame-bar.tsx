import type { ReactNode } from 'react';
import layout from '../../ui/layout.module.css';
import styles from './frame-overlay.module.css';
import type { PlannedFrame } from './planned-frame';
import { SetBadge } from './set-badge';

interface FrameBarProps {
  readonly plan: PlannedFrame;
  /** What else is said of the frame, and what can be done with it. */
  readonly children: ReactNode;
}

/** The bar above a frame: whose it is, first of all. */
export function FrameBar({ plan: { set }, children }: FrameBarProps) {
  return (
    <header className={`${layout.line2} ${layout.shrinking} ${styles.bar}`}>
      <SetBadge set={set} />
      <h2 className={`${layout.cut} ${styles.name}`}>
        <span className="visually-hidden">{set.letter} </span>
        {set.name}
      </h2>
      {children}
    </header>
  );
}
