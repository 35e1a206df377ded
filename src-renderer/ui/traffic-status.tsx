import type { TrafficState } from '../../src-server/contract/traffic';
import { type StatusLook, StatusMark } from './status-mark';

const LOOK: Record<TrafficState, StatusLook & { readonly word: string }> = {
  failing: { word: 'Failing', tone: 'failed', glyph: 'M5 5l6 6M11 5l-6 6' },
  congested: { word: 'Congested', tone: 'failed', glyph: 'M8 4v5M8 11.4v.6' },
  smoothing: { word: 'Smoothing', tone: 'waiting', glyph: 'M3.8 9.5c1.4-4 2.8-4 4.2-1.5s2.8 2.5 4.2-1.5' },
  flowing: { word: 'Flowing', tone: 'delivered', glyph: 'M4 8h7.4M8.6 5l3 3-3 3' },
  held: { word: 'Paused', tone: 'neutral', glyph: 'M6.3 5v6M9.7 5v6' },
  idle: { word: 'Idle', tone: 'neutral', glyph: 'M4.5 8h7' },
};

/** The name of a state, as it follows a number: "1 congested". */
export function trafficWord(state: TrafficState): string {
  return state === 'held' ? 'paused or disabled' : LOOK[state].word.toLowerCase();
}

interface TrafficStatusProps {
  readonly state: TrafficState;
  /** Another word, for a state with two causes: "Disabled". */
  readonly word?: string | undefined;
}

/** How an endpoint is doing: glyph, word and colour say the same. */
export function TrafficStatus({ state, word }: TrafficStatusProps) {
  const look = LOOK[state];
  return <StatusMark look={look}>{word ?? look.word}</StatusMark>;
}
