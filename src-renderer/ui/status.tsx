import type { StatusText } from '../../src-server/contract/attempt';
import { type StatusLook, StatusMark } from './status-mark';
import { useUiLabels } from './ui-labels';

const LOOK: Record<StatusText, StatusLook> = {
  // Color is for trouble.
  success: { tone: 'neutral', glyph: 'M4 8.5 7 11.5 12.5 5' },
  pending: { tone: 'waiting', glyph: 'M8 4v4.2l2.6 1.8' },
  fail: { tone: 'failed', glyph: 'M5 5l6 6M11 5l-6 6' },
  sending: { tone: 'inFlight', glyph: 'M12 8a4 4 0 1 1-1.4-3M12 3.2V5.4H9.8' },
  canceled: { tone: 'neutral', glyph: 'M4.5 8h7' },
};

interface StatusProps {
  readonly status: StatusText;
  /** Another word where the default one misleads, such as "Held". */
  readonly word?: string;
}

/** The outcome of a delivery or an attempt: glyph, word and color say the same. */
export function Status({ status, word }: StatusProps) {
  const look = LOOK[status];
  const labels = useUiLabels();
  return <StatusMark look={look}>{word ?? labels.status[status]}</StatusMark>;
}
