import type { EndpointState } from '../../src-server/contract/endpoint-state';
import { type StatusLook, StatusMark } from './status-mark';

const LOOK: Record<EndpointState, StatusLook & { readonly word: string }> = {
  failing: { word: 'Failing', tone: 'failed', glyph: 'M5 5l6 6M11 5l-6 6' },
  delayed: { word: 'Delayed', tone: 'waiting', glyph: 'M8 4v5M8 11.4v.6' },
  recovering: { word: 'Recovering', tone: 'waiting', glyph: 'M8 12V4.6M4.9 7.7 8 4.6l3.1 3.1' },
  queued: { word: 'Queued', tone: 'waiting', glyph: 'M3.8 9.5c1.4-4 2.8-4 4.2-1.5s2.8 2.5 4.2-1.5' },
  active: { word: 'Active', tone: 'neutral', glyph: 'M4 8h7.4M8.6 5l3 3-3 3' },
  paused: { word: 'Paused', tone: 'neutral', glyph: 'M6.3 5v6M9.7 5v6' },
  disabled: { word: 'Disabled', tone: 'neutral', glyph: 'M5 11l6-6' },
  idle: { word: 'Idle', tone: 'neutral', glyph: 'M4.5 8h7' },
};

/** The name of a state, as it follows a number: "1 delayed". */
export function trafficWord(state: EndpointState): string {
  return LOOK[state].word.toLowerCase();
}

interface TrafficStatusProps {
  readonly state: EndpointState;
  /** Another word, where the state is that of a simulation. */
  readonly word?: string | undefined;
}

/** How an endpoint is doing: glyph, word and color say the same. */
export function TrafficStatus({ state, word }: TrafficStatusProps) {
  const look = LOOK[state];
  return <StatusMark look={look}>{word ?? look.word}</StatusMark>;
}
