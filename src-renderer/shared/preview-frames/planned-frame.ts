import type { FlagSetContent } from '../../../src-server/contract/flag-set';

/** One frame to draw. */
export interface PlannedFrame {
  /** Stable for the set and, if each set has two frames, the theme. */
  readonly key: string;
  readonly set: FlagSetContent;
  readonly theme: 'light' | 'dark';
}
